import { getNodeValue, type Node } from "jsonc-parser";

/** What tells one state of a record from another without saying anything about it. */
export interface RecordMark {
  readonly fingerprint: string;
  /** When the record was last changed, as the service says it. */
  readonly updated_at: string;
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
}

const LONGEST_TEXT = 1000;
const PROPERTIES = ["tenant", "id", "fingerprint", "updated_at", "variant", "digest"];

/** Reads one line of a lock file; undefined where it is not exactly what is written there. */
export function readEntry(node: Node): LockEntry | undefined {
  const names = (node.children ?? []).map(({ children }) => String(children?.[0]?.value));
  if (node.type !== "object" || new Set(names).size !== names.length) return undefined;
  if (names.some((name) => !PROPERTIES.includes(name))) return undefined;
  const value = getNodeValue(node) as Readonly<Record<string, unknown>>;
  const { tenant, id, fingerprint, updated_at, variant, digest } = value;
  if (!isText(tenant, 1) || !isText(id, 1) || !isText(fingerprint) || !isText(updated_at) || !isDigest(digest))
    return undefined;
  if (variant !== undefined && !(Number.isInteger(variant) && Number(variant) > 0)) return undefined;
  return { tenant, id, fingerprint, updated_at, digest, ...(variant !== undefined && { variant: Number(variant) }) };
}

function isText(value: unknown, least = 0): value is string {
  return typeof value === "string" && value.length >= least && value.length <= LONGEST_TEXT && !/\p{Cc}/u.test(value);
}

function isDigest(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{43}$/.test(value);
}
