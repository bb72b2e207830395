import { constants } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, parseJson } from "../text/json.js";
import { acquire } from "../lock/processMutex.js";

/** As much of VS Code's `Memento` as is used. Outlives the window. Put no secrets into it. */
export interface Storage {
  /** Unchecked: anyone may have written it. */
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export function readList<Item>(
  storage: Storage,
  key: string,
  isItem: (value: unknown) => value is Item,
): readonly Item[] {
  const stored = storage.get(key);
  return Array.isArray(stored) ? stored.filter(isItem) : [];
}

export function hasStrings(value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> {
  return isObject(value) && names.every((name) => typeof value[name] === "string");
}

/** All are URIs. A file outside the moved folder stays where it is. */
export function placeAfterMove(file: string, from: string, to: string): string {
  return file === from || file.startsWith(`${from}/`) ? to + file.slice(from.length) : file;
}

/** Keeps what belongs to one origin in memory for this window only: items of lists and objects with that `origin`. */
export function isolateOrigin(origin: string, storage: Storage): Storage {
  const own = new Map<string, unknown>();
  const isOwn = (item: unknown) => isObject(item) && item["origin"] === origin;
  return {
    get: (key) => joined(storage.get(key), own.get(key)),
    update: async (key, value) => {
      own.set(key, filtered(value, isOwn));
      await storage.update(
        key,
        filtered(value, (item) => !isOwn(item)),
      );
    },
  };
}

function joined(others: unknown, own: unknown): unknown {
  if (Array.isArray(own)) return [...(Array.isArray(others) ? (others as unknown[]) : []), ...(own as unknown[])];
  return isObject(own) ? { ...(isObject(others) ? others : {}), ...own } : others;
}

function filtered(value: unknown, belongs: (item: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.filter(belongs);
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, item]) => belongs(item))) : value;
}

/** @returns undefined if the file is missing or damaged. */
export async function readJsonFile(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    // A pipe isn't waited for.
    const flag = constants.O_RDONLY | constants.O_NONBLOCK;
    const value = parseJson(await readFile(file, { encoding: "utf8", flag }));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Doesn't follow a link, or wait for a pipe that no one reads. (Windows has neither flag.) */
const IN_PLACE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Replaces the whole file atomically and flushes it to disk. Only its owner may read it. */
export async function writeFileAtomic(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const written = join(folder, `${name}.new`);
  await writeFile(written, text, { flag: IN_PLACE, mode: 0o600, flush: true });
  await rename(written, join(folder, name));
}

/** How long a window waits for another one that writes the same file. */
const PATIENCE_MS = 2000;

/**
 * A `Memento` that is also kept in a file, for what must outlive the window at any moment: VS Code writes a `Memento`
 * to the disk a little later than it says. The file is written only while the window is there to know of it, so that an
 * extension host that outlives its window takes nothing back. Windows on the same workspace share the file: each writes
 * its own changes into what is there by then, and learns of the others' when it starts.
 * @param folder where the file stands; without it the `Memento` alone is used.
 */
export async function durableStorage(
  memento: Storage,
  folder: { readonly scheme: string; readonly fsPath: string } | undefined,
  name: string,
): Promise<Storage> {
  if (folder?.scheme !== "file") return memento;
  const file = join(folder.fsPath, name);
  const values = new Map(Object.entries((await readJsonFile(file)) ?? {}));
  let written: ReadonlyMap<string, unknown> = new Map(values);
  const writeChanges = async () => {
    await mkdir(folder.fsPath, { recursive: true });
    const holder = await acquire(`${file}.`, PATIENCE_MS);
    if (typeof holder === "string") throw new Error(`${name} is in use by another window`);
    try {
      const now = new Map(values);
      const stored = (await readJsonFile(file)) ?? {};
      const merged = [...now].map(([key, value]) => [key, mergeChanges(written.get(key), value, stored[key])]);
      await writeFileAtomic(folder.fsPath, name, JSON.stringify({ ...stored, ...Object.fromEntries(merged) }));
      written = now;
    } finally {
      await holder.release();
    }
  };
  let writing: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  /** Writes all there is by then. Whatever comes while another writing lasts is written at once after it. */
  const write = () => {
    next ??= writing.then(() => {
      next = undefined;
      return writeChanges();
    });
    writing = next.catch(() => undefined);
    return next;
  };
  return {
    get: (key) => (values.has(key) ? values.get(key) : memento.get(key)),
    update: async (key, value) => {
      values.set(key, value);
      await memento.update(key, value);
      await write();
    },
  };
}

/** Puts what changed from `before` to `now` into what is stored by then: items of lists, and properties of objects. */
function mergeChanges(before: unknown, now: unknown, stored: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(stored)) {
    const had = new Set(Array.isArray(before) ? before.map(serialize) : []);
    const has = new Set(now.map(serialize));
    const kept = stored.filter((item) => has.has(serialize(item)) || !had.has(serialize(item)));
    return kept.concat(now.filter((item) => !had.has(serialize(item))));
  }
  if (!isObject(now) || !isObject(stored)) return now;
  const earlier = isObject(before) ? before : {};
  const names = new Set([...Object.keys(earlier), ...Object.keys(now)]);
  const changed = [...names].filter((key) => serialize(earlier[key]) !== serialize(now[key]));
  return { ...stored, ...Object.fromEntries(changed.map((key) => [key, now[key]])) };
}

/** A property that is undefined is the same as none. */
function serialize(item: unknown): string | undefined {
  return JSON.stringify(item);
}
