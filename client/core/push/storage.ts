import { constants } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";

/** A store that outlives the window, such as VS Code's `Memento`. Put no secrets into it. */
export interface Storage {
  /** Unchecked: anyone may have written it. */
  get(key: string): unknown;
  set(key: string, value: unknown): PromiseLike<void>;
}

/** Skips invalid items. */
export function readList<Item>(
  storage: Storage,
  key: string,
  isItem: (value: unknown) => value is Item,
): readonly Item[] {
  const stored = storage.get(key);
  return Array.isArray(stored) ? stored.filter(isItem) : [];
}

export function hasTexts(value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  return names.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === "string");
}

/** All are URIs. A file outside the moved folder stays where it is. */
export function placeAfterMove(file: string, from: string, to: string): string {
  return file === from || file.startsWith(`${from}/`) ? to + file.slice(from.length) : file;
}

/** Keeps what belongs to one origin in memory for this window only: items of lists and objects with that `origin`. */
export function apartFrom(origin: string, storage: Storage): Storage {
  const own = new Map<string, unknown>();
  return {
    get: (key) => together(storage.get(key), own.get(key)),
    set: async (key, value) => {
      const { theirs, others } = split(value, origin);
      own.set(key, theirs);
      await storage.set(key, others);
    },
  };
}

function together(others: unknown, theirs: unknown): unknown {
  if (Array.isArray(theirs)) return [...(Array.isArray(others) ? (others as unknown[]) : []), ...(theirs as unknown[])];
  return isObject(theirs) ? { ...(isObject(others) ? others : {}), ...theirs } : others;
}

function split(value: unknown, origin: string): { readonly theirs: unknown; readonly others: unknown } {
  const isTheirs = (item: unknown) => isObject(item) && item["origin"] === origin;
  if (Array.isArray(value)) {
    const [theirs, others] = [value.filter(isTheirs), value.filter((item) => !isTheirs(item))];
    return { theirs: theirs.length > 0 ? theirs : undefined, others };
  }
  if (!isObject(value)) return { theirs: undefined, others: value };
  const theirs = Object.entries(value).filter(([, item]) => isTheirs(item));
  const others = Object.entries(value).filter(([, item]) => !isTheirs(item));
  return {
    theirs: theirs.length > 0 ? Object.fromEntries(theirs) : undefined,
    others: Object.fromEntries(others),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @returns undefined if the file is missing or damaged. */
export async function readKept(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    // A pipe isn't waited for.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const value: unknown = JSON.parse(await handle.readFile("utf8"));
      return typeof value === "object" && value !== null ? { ...value } : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** Doesn't follow a link, or wait for a pipe that nobody reads. (Windows has neither flag.) */
const IN_PLACE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Replaces the whole file atomically and flushes it to disk. Only its owner may read it. */
export async function writeKept(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const written = join(folder, `${name}.new`);
  const handle = await open(written, IN_PLACE, 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(written, join(folder, name));
}
