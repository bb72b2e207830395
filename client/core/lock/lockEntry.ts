import { createHash } from "node:crypto";
import type { ConnectionRecord } from "../service/operations/records.js";
import { formatIso } from "../text/formatTime.js";
import { getNodeValue, type Node } from "jsonc-parser";

/** What tells one state of a record from another without saying anything about it. */
export interface RecordMark {
  readonly fingerprint: string;
  /** When the record was last changed, in ISO 8601; empty where the service does not say. */
  readonly updated_at: string;
}

/** Takes from a record what tells its state from another. */
export function markOf({ fingerprint, updated_at }: ConnectionRecord): RecordMark {
  return { fingerprint, updated_at: formatIso(updated_at) };
}

/** What was last known of a connection that was pushed: how the record was left, and what was asked for. No value. */
export interface LockEntry extends RecordMark {
  /** The tenant's host, as a setup file names it. */
  readonly tenant: string;
  readonly id: string;
  /** The variant of the setup that was pushed, by its number in the interface document's table; undefined where only a name was. */
  readonly variant?: number | undefined;
  /** Of what the file asked for, with every value that may be a credential masked; see `maskedDigest`. */
  readonly digest: string;
  /** The states before this one, newest first; see `stateDigest`. */
  readonly previous?: readonly string[] | undefined;
  /** The entries of two branches of which none is the latest. The other properties then match no record, so that the connection counts as drifted. */
  readonly rivals?: readonly LockEntry[];
}

const LONGEST_TEXT = 1000;
/** More pushes of one connection than a branch has before it is merged. */
const MAX_PREVIOUS = 16;
const PROPERTIES = ["fingerprint", "updated_at", "variant", "digest", "previous"];

/** Reads what a lock file says of a connection; undefined where it is not exactly what is written there. */
export function readEntry(named: Pick<LockEntry, "tenant" | "id">, node: Node): LockEntry | undefined {
  const names = (node.children ?? []).map(({ children }) => String(children?.[0]?.value));
  if (node.type !== "object" || new Set(names).size !== names.length) return undefined;
  if (names.some((name) => !PROPERTIES.includes(name)) || !isText(named.tenant, 1) || !isText(named.id, 1))
    return undefined;
  const value = getNodeValue(node) as Readonly<Record<string, unknown>>;
  const { fingerprint, updated_at, variant, digest, previous = [] } = value;
  if (!isText(fingerprint) || !isText(updated_at) || !isDigest(digest, 43)) return undefined;
  if (variant !== undefined && !(Number.isInteger(variant) && Number(variant) > 0)) return undefined;
  if (!Array.isArray(previous) || !previous.every((state) => isDigest(state, 8))) return undefined;
  return { ...named, ...value } as LockEntry;
}

function isText(value: unknown, least = 0): value is string {
  return typeof value === "string" && value.length >= least && value.length <= LONGEST_TEXT && !/\p{Cc}/u.test(value);
}

function isDigest(value: unknown, length: number): boolean {
  return typeof value === "string" && value.length === length && /^[\w-]+$/.test(value);
}

/**
 * The entry that a push leaves.
 * @param before the record just before the push.
 * @param replaced the entry that the connection had, which may be of another state.
 */
export function entryAfter(entry: LockEntry, before: RecordMark | undefined, replaced?: LockEntry): LockEntry {
  const marks = [before, replaced].flatMap((mark) => (mark ? [stateDigest(mark)] : []));
  const states = new Set([...marks, ...(replaced?.previous ?? [])]);
  // A push may leave the record as it was.
  states.delete(stateDigest(entry));
  return { ...entry, previous: [...states].slice(0, MAX_PREVIOUS) };
}

/** Decides between different entries for one connection: the one whose state is not among the previous ones of any other. */
export function latestOf(named: Pick<LockEntry, "tenant" | "id">, entries: readonly LockEntry[]): LockEntry {
  const previous = entries.flatMap((entry) => entry.previous ?? []);
  const earlier = new Set(previous);
  const [latest, ...others] = entries.filter((entry) => !earlier.has(stateDigest(entry)));
  if (latest && others.length === 0) return latest;
  const states = [...entries.map(stateDigest), ...previous];
  return { ...named, fingerprint: "", updated_at: "", digest: "", previous: states, rivals: entries };
}

/** Short, since a fingerprint may be long; the states of one connection are few. */
function stateDigest({ fingerprint, updated_at }: RecordMark): string {
  const text = JSON.stringify([fingerprint, updated_at]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 8);
}
