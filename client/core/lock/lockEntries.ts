import { createHash } from "node:crypto";
import { getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import type { ConnectionRecord } from "../service/operations/records.js";
import { isBoolean, isDate, isNumber, isString, listOf, optional, dictionaryOf, shape } from "../storage/shape.js";
import { normalizeTime } from "../text/formatTime.js";

/** The lock file, at or above its setup files. It's committed with them. */
export const LOCK_FILE = "vaultconn.lock.json";

export type LockDamage =
  | "conflict"
  | "not-json"
  | "later-version"
  | "unexpected"
  | "unreadable"
  | "not-a-file"
  | "too-large";

export type LockReading = readonly LockEntry[] | LockDamage;

export interface RecordMark {
  readonly fingerprint: string;
  /** ISO 8601; empty if the service doesn't say. */
  readonly updated_at: string;
}

export function markOf({ fingerprint, updated_at }: ConnectionRecord): RecordMark {
  return { fingerprint, updated_at: normalizeTime(updated_at) };
}

export interface LockEntry extends RecordMark {
  readonly tenant: string;
  readonly id: string;
  /** Number in the interface document's table; undefined if only a name was pushed. */
  readonly variant?: number | undefined;
  readonly digest: string;
  /** A digest of all values behind the file's references, and a mark of its key; only with `VAULTCONN_DIGEST_KEY`. */
  readonly values?: string | undefined;
  readonly key?: string | undefined;
  /** When the token that was pushed ends, as in RFC 3339 (`full-date`); undefined if it doesn't say. */
  readonly expires?: string | undefined;
  /** Digests by `stateDigest` of earlier records, newest first. */
  readonly previous?: readonly string[] | undefined;
  /** Entries of merged branches, none of them the latest. This entry then matches no record, so it has drifted. */
  readonly merged?: readonly LockEntry[];
  /** What a later version wrote about this push. It's kept until the next one. */
  readonly others?: Readonly<Record<string, string | number | boolean>>;
}

const MAX_STRING_LENGTH = 1000;
/** More than a branch pushes one connection before it's merged. */
const MAX_PREVIOUS = 16;

const CHECKS = {
  fingerprint: isText,
  updated_at: isText,
  variant: optional((variant) => Number.isInteger(variant) && Number(variant) > 0),
  digest: isDigest(43),
  values: optional(isDigest(43)),
  key: optional(isDigest(8)),
  expires: optional(isDate),
  previous: optional(listOf(isDigest(8))),
};
const OTHER_NAME = /^[a-z][a-z_]{0,39}$/;
const isOthers = dictionaryOf(
  (value): value is string | number | boolean => isText(value) || isNumber(value) || isBoolean(value),
);
const isEntry = shape<Omit<LockEntry, "tenant" | "id" | "merged" | "others">>(CHECKS);

/** @returns undefined unless the entry is what `lockText` writes, or a later version with more properties would. */
function readEntry(named: Pick<LockEntry, "tenant" | "id">, node: Node): LockEntry | undefined {
  const names = (node.children ?? []).map(({ children }) => String(children?.[0]?.value));
  if (node.type !== "object" || new Set(names).size !== names.length) return undefined;
  const value: object = getNodeValue(node) as object;
  const isKnown = (name: string) => Object.hasOwn(CHECKS, name);
  const known = Object.fromEntries(Object.entries(value).filter(([name]) => isKnown(name)));
  const others = Object.fromEntries(Object.entries(value).filter(([name]) => !isKnown(name)));
  if (!names.every((name) => isKnown(name) || OTHER_NAME.test(name)) || !isOthers(others)) return undefined;
  if (!isText(named.tenant) || !isText(named.id) || named.tenant === "" || named.id === "" || !isEntry(known))
    return undefined;
  if ((known.values === undefined) !== (known.key === undefined)) return undefined;
  return { ...named, ...known, ...(Object.keys(others).length > 0 && { others }) };
}

function isText(value: unknown): boolean {
  return isString(value) && value.length <= MAX_STRING_LENGTH && !/\p{Cc}/u.test(value);
}

function isDigest(length: number): (value: unknown) => boolean {
  return (value) => isString(value) && value.length === length && /^[\w-]+$/.test(value);
}

/** Adds earlier states. @param before the record just before the push. @param replaced the former entry. */
export function entryAfter(entry: LockEntry, before: RecordMark | undefined, replaced?: LockEntry): LockEntry {
  const marks = [before, replaced].flatMap((mark) => (mark ? [stateDigest(mark)] : []));
  const states = new Set([...marks, ...(replaced?.previous ?? [])]);
  states.delete(stateDigest(entry));
  return { ...entry, previous: [...states].slice(0, MAX_PREVIOUS) };
}

/** Returns the only entry whose state isn't a previous state of another. If there isn't one, all become `merged`. */
function latestOf(named: Pick<LockEntry, "tenant" | "id">, entries: readonly LockEntry[]): LockEntry {
  const previous = entries.flatMap((entry) => entry.previous ?? []);
  const earlier = new Set(previous);
  const [latest, ...others] = entries.filter((entry) => !earlier.has(stateDigest(entry)));
  if (latest && others.length === 0) return latest;
  const states = [...entries.map(stateDigest), ...previous];
  return { ...named, fingerprint: "", updated_at: "", digest: "", previous: states, merged: entries };
}

/** Shortens a state. 8 characters are enough, because a connection has few states. */
function stateDigest({ fingerprint, updated_at }: RecordMark): string {
  const text = JSON.stringify([fingerprint, updated_at]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 8);
}

/** Also accepts repeated entries and missing commas, which `merge=union` leaves. One bad entry invalidates the file. */
export function parseLock(text: string): LockReading {
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) return "conflict";
  try {
    return readTree(text);
  } catch (error) {
    // The parser overflows the stack if the text is nested too deeply.
    if (error instanceof RangeError) return "unexpected";
    throw error;
  }
}

function readTree(text: string): LockReading {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: true });
  if (!tree || errors.some(({ error }) => printParseErrorCode(error) !== "CommaExpected")) return "not-json";
  const version = memberOf(tree, "version")?.value as unknown;
  if (typeof version === "number" && version > 2) return "later-version";
  const connections = memberOf(tree, "connections");
  if (version !== 2 || tree.children?.length !== 2 || connections?.type !== "object") return "unexpected";
  const found = new Map<string, Map<string, LockEntry>>();
  for (const { children: [name, value] = [] } of connections.children ?? []) {
    const key = String(name?.value);
    const entry = value && readEntry(readLockKey(key), value);
    if (!entry) return "unexpected";
    found.set(key, (found.get(key) ?? new Map<string, LockEntry>()).set(lineOf(entry), entry));
  }
  return [...found].map(([key, entries]) => latestOf(readLockKey(key), [...entries.values()]));
}

function memberOf(object: Node, name: string): Node | undefined {
  const found = object.type === "object" ? (object.children ?? []) : [];
  const values = found.filter(({ children }) => children?.[0]?.value === name).map(({ children }) => children?.[1]);
  return values.length === 1 ? values[0] : undefined;
}

export function lockKey({ tenant, id }: Pick<LockEntry, "tenant" | "id">): string {
  return `${tenant}/${id}`;
}

/** Splits at the first slash, because an id may contain slashes but a host can't. */
export function readLockKey(key: string): Pick<LockEntry, "tenant" | "id"> {
  const [tenant = "", ...id] = key.split("/");
  return { tenant, id: id.join("/") };
}

export function lockText(entries: Iterable<LockEntry>): string {
  const sorted = [...entries].toSorted((a, b) => (lockKey(a) < lockKey(b) ? -1 : 1));
  const lines = sorted.flatMap((entry) => entry.merged ?? [entry]).map((entry) => `\n${lineOf(entry)}`);
  return `{"version": 2, "connections": {${lines.join(",")}\n}}\n`;
}

function lineOf({ tenant, id, merged: _, others, ...known }: LockEntry) {
  const { fingerprint, updated_at, variant, digest, values, key, expires, previous } = known;
  const entry = { fingerprint, updated_at, variant, digest, values, key, expires, previous, ...others };
  return `${JSON.stringify(lockKey({ tenant, id }))}: ${JSON.stringify(entry)}`;
}
