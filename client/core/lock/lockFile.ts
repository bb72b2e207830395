import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { latestOf, readEntry, type LockEntry } from "./lockEntry.js";

/** The lock file, at the root of the setup files. It's committed with them. */
export const LOCK_FILE = "vaultconn.lock.json";

export type LockDamage =
  | "conflict"
  | "not-json"
  | "later-version"
  | "unexpected"
  | "unreadable"
  | "not-a-file"
  | "too-large"
  | "no-answer";

export type LockReading =
  | { readonly ok: true; readonly entries: readonly LockEntry[] }
  | { readonly ok: false; readonly problem: LockDamage };

/** Also accepts repeated entries and missing commas, which `merge=union` leaves. One bad entry invalidates the file. */
export function parseLock(text: string): LockReading {
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) return damaged("conflict");
  try {
    return readTree(text);
  } catch (error) {
    // The parser overflows the stack if the text is nested too deeply.
    if (error instanceof RangeError) return damaged("unexpected");
    throw error;
  }
}

function readTree(text: string): LockReading {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: true });
  if (!tree || errors.some(({ error }) => printParseErrorCode(error) !== "CommaExpected")) return damaged("not-json");
  const version = memberOf(tree, "version")?.value as unknown;
  if (typeof version === "number" && version > 2) return damaged("later-version");
  const connections = memberOf(tree, "connections");
  if (version !== 2 || tree.children?.length !== 2 || connections?.type !== "object") return damaged("unexpected");
  const found = new Map<string, Map<string, LockEntry>>();
  for (const { children: [name, value] = [] } of connections.children ?? []) {
    const key = String(name?.value);
    const entry = value && readEntry(readLockKey(key), value);
    if (!entry) return damaged("unexpected");
    found.set(key, (found.get(key) ?? new Map<string, LockEntry>()).set(lineOf(entry), entry));
  }
  return { ok: true, entries: [...found].map(([key, entries]) => latestOf(readLockKey(key), [...entries.values()])) };
}

function damaged(problem: LockDamage): LockReading {
  return { ok: false, problem };
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
  const lines = sorted.flatMap((entry) => entry.rivals ?? [entry]).map((entry) => `\n${lineOf(entry)}`);
  return `{"version": 2, "connections": {${lines.join(",")}\n}}\n`;
}

function lineOf({ tenant, id, fingerprint, updated_at, variant, digest, previous }: LockEntry): string {
  const entry = { fingerprint, updated_at, variant, digest, previous };
  return `${JSON.stringify(lockKey({ tenant, id }))}: ${JSON.stringify(entry)}`;
}
