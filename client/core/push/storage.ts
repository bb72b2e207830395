import { constants } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";

/** A small store that outlives the window, such as VS Code's `Memento`. Nothing that is put into it is secret. */
export interface Storage {
  /** What was put there, whoever did: to be checked before it is used. */
  get(key: string): unknown;
  /** Resolves when it is kept. */
  set(key: string, value: unknown): PromiseLike<void>;
}

/** Reads a list and leaves out what is not what it should be. */
export function readList<Item>(
  storage: Storage,
  key: string,
  isItem: (value: unknown) => value is Item,
): readonly Item[] {
  const stored = storage.get(key);
  return Array.isArray(stored) ? stored.filter(isItem) : [];
}

/** Whether a value is an object whose properties of these names are texts. */
export function hasTexts(value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  return names.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === "string");
}

/**
 * Where a file is after something was renamed or moved: that file, a folder it is in, or what has nothing to do with
 * it. All are URIs, as text.
 */
export function placeAfterMove(file: string, from: string, to: string): string {
  return file === from || file.startsWith(`${from}/`) ? to + file.slice(from.length) : file;
}

/**
 * A storage in which whatever belongs to one origin is kept for this window only, and never reaches the storage around
 * which it stands: lists of things with an `origin`, and objects of such things by name. All else goes through.
 */
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

/** Both parts as one; those of the origin last, since they are of this window. */
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

/** Reads what a file of JSON keeps; undefined where there is none, or it is damaged. */
export async function readKept(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    // The other end of a pipe isn't waited for.
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

/** A link isn't followed, and a pipe that nobody reads isn't waited for. (Windows has neither flag.) */
const IN_PLACE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Writes a whole file and waits until the disk has it; a reader sees the old text or the new one. Only its owner may read it. */
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
