import { createHash } from "node:crypto";
import { parseTree, visit, type Node, type ParseError } from "jsonc-parser";
import { readEntry, type LockEntry } from "./lockEntry.js";

/** What the file is called. It stands at the root of the setup files and is committed with them. */
export const LOCK_FILE = "vaultconn.lock.json";

/**
 * The lines that never change, between which the entries stand. Git merges two branches by itself where a line that
 * both have lies between what they changed; so the more of these there are, the less two branches that push a new
 * connection each meet at the same place. They can meet however many there are, since ids are more than any number of
 * places, and two lines that are new at one place are a conflict to git; `merge=union` in .gitattributes has it keep
 * both (docs/command-line.md). The number stays as it is: files of another one would conflict with those in use.
 */
const RAILS = 4096;
const RAIL_DIGITS = 3;

/** The text that is written has objects in an array in an object. */
const MAX_DEPTH = 3;

/** Why nothing in a lock file is believed. */
export type LockDamage =
  | "conflict"
  | "not-json"
  | "later-version"
  | "unexpected"
  | "duplicate"
  | "unreadable"
  | "not-a-file"
  | "too-large"
  | "no-answer";

/** Reading a lock file: what it holds, or why none of it is believed. */
export type LockReading =
  | { readonly ok: true; readonly entries: readonly LockEntry[] }
  | { readonly ok: false; readonly problem: LockDamage };

/**
 * Reads the text of a lock file. It is taken whole or not at all: one entry that
 * is not what it should be makes all others doubtful too.
 */
export function parseLock(text: string): LockReading {
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) return damaged("conflict");
  if (isTooDeep(text)) return damaged("unexpected");
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  if (!tree || errors.length > 0) return damaged("not-json");
  const version = memberOf(tree, "version")?.value as unknown;
  if (typeof version === "number" && version > 1) return damaged("later-version");
  const connections = memberOf(tree, "connections");
  if (version !== 1 || tree.children?.length !== 2 || connections?.type !== "array") return damaged("unexpected");
  const entries: LockEntry[] = [];
  const seen = new Set<string>();
  for (const item of connections.children ?? []) {
    if (item.type === "string") continue;
    const entry = readEntry(item);
    if (!entry) return damaged("unexpected");
    const key = lockKey(entry);
    if (seen.has(key)) return damaged("duplicate");
    seen.add(key);
    entries.push(entry);
  }
  return { ok: true, entries };
}

/** The parser calls itself for each level. This stops it long before it runs out of stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  const begin = () => {
    if (++depth > MAX_DEPTH) throw new RangeError("The text is nested too deeply.");
  };
  const end = () => {
    depth--;
  };
  try {
    visit(text, { onObjectBegin: begin, onObjectEnd: end, onArrayBegin: begin, onArrayEnd: end });
    return false;
  } catch {
    return true;
  }
}

function damaged(problem: LockDamage): LockReading {
  return { ok: false, problem };
}

function memberOf(object: Node, name: string): Node | undefined {
  const found = object.type === "object" ? (object.children ?? []) : [];
  const values = found.filter(({ children }) => children?.[0]?.value === name).map(({ children }) => children?.[1]);
  return values.length === 1 ? values[0] : undefined;
}

/** What names a line: the tenant by its host, and the connection. */
export function lockKey({ tenant, id }: Pick<LockEntry, "tenant" | "id">): string {
  return `${tenant} ${id}`;
}

/**
 * Writes the text of a lock file: one line for each connection of a tenant, each
 * at a place that depends on nothing but the connection, so that two branches
 * that changed different lines merge.
 */
export function lockText(entries: Iterable<LockEntry>): string {
  const places = new Map<number, { readonly order: string; readonly line: string }[]>();
  for (const entry of entries) {
    const order = createHash("sha256").update(lockKey(entry)).digest("hex");
    const rail = Number.parseInt(order.slice(0, RAIL_DIGITS), 16);
    const place = places.get(rail);
    const line = { order, line: lineOf(entry) };
    if (place) place.push(line);
    else places.set(rail, [line]);
  }
  const lines = Array.from({ length: RAILS }, (_, rail) => {
    const own = (places.get(rail) ?? []).toSorted((a, b) => (a.order < b.order ? -1 : 1));
    // Where one branch changes a line and another puts one beside it, git needs a line between them that both have.
    const apart = own.flatMap(({ order, line }) => [`"${order.slice(0, 8)}",`, line, `"${order.slice(8, 16)}",`]);
    return [`"${nameOf(rail)}",`, ...apart].join("\n");
  });
  return `{\n"version": 1,\n"connections": [\n${lines.join("\n")}\n"end"\n]\n}\n`;
}

function nameOf(rail: number): string {
  return rail.toString(16).padStart(RAIL_DIGITS, "0");
}

function lineOf({ tenant, id, fingerprint, updated_at, variant, digest }: LockEntry): string {
  const line = { tenant, id, fingerprint, updated_at, ...(variant !== undefined && { variant }), digest };
  return `${JSON.stringify(line)},`;
}
