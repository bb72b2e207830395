import { constants } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "../text/codeOf.js";
import { isObject, parseJson } from "../text/json.js";
import { acquire } from "./processMutex.js";
import { replaceFile, whileInUse } from "./filesInUse.js";

/** The used part of VS Code's `Memento`. Persists across windows, so don't store secrets in it. */
export interface Storage {
  /** Validate the result: other programs may have written it. */
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

/** Returns a file's URI after `from`, a file or folder, moved to `to`. All are URIs. */
export function placeAfterMove(file: string, from: string, to: string): string {
  return file === from || file.startsWith(`${from}/`) ? to + file.slice(from.length) : file;
}

/** Keeps list items and properties of one `origin` in this window's memory only. */
export function isolateOrigin(origin: string, storage: Storage): Storage {
  const own = new Map<string, unknown>();
  const isOwn = (item: unknown) => isObject(item) && item["origin"] === origin;
  return {
    get: (key) => (own.has(key) ? mergeChanges(undefined, own.get(key), storage.get(key)) : storage.get(key)),
    update: async (key, value) => {
      own.set(key, filterItems(value, isOwn));
      await storage.update(
        key,
        filterItems(value, (item) => !isOwn(item)),
      );
    },
  };
}

function filterItems(value: unknown, belongs: (item: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.filter(belongs);
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, item]) => belongs(item))) : value;
}

/** @returns undefined if the file is missing or damaged. */
export async function readJsonFile(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  return await readStored(file).catch(() => undefined);
}

/** @returns undefined if the file is missing or damaged. @throws if it's there and can't be read. */
async function readStored(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  // Doesn't block on a pipe.
  const flag = constants.O_RDONLY | constants.O_NONBLOCK;
  const text = await whileInUse(() => readFile(file, { encoding: "utf8", flag })).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
  });
  const value = text === undefined ? undefined : parseJson(text);
  return isObject(value) ? value : undefined;
}

/** How to make a folder for what only its owner may read or replace, whatever the umask is. */
export const OWN_FOLDER = { recursive: true, mode: 0o700 } as const;

/** Doesn't follow a link or block on a pipe without a reader. (Windows has neither flag.) */
const IN_PLACE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Replaces a file atomically and flushes it to disk. Only its owner can read it. */
export async function writeFileAtomic(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, OWN_FOLDER);
  const written = join(folder, `${name}.new`);
  await writeFile(written, text, { flag: IN_PLACE, mode: 0o600, flush: true });
  await replaceFile(written, join(folder, name));
}

/**
 * The folder that the windows of a workspace share. While another window has it, or the extension host of one that was
 * reloaded still runs, VS Code names the same one with a number at the end of its parent. What's in such a folder would
 * be unknown to the next window, such as a push that was interrupted.
 */
export function sharedFolder(folder: string): string {
  return join(dirname(folder).replace(/(?<=[^/\\])-[1-9]$/, ""), basename(folder));
}

/** How long a window waits for another one to write the same file. */
const MUTEX_TIMEOUT_MS = 2000;

/**
 * Keeps values in a file, for state that must survive if the window ends at any moment: VS Code writes a `Memento` to
 * disk later than it reports. Before each write it updates the `Memento`, which needs the window, so that an extension
 * host that outlives its window doesn't undo anything. Windows of a workspace share the file. Each merges its own
 * changes into it, and reads those of others only when it starts.
 * @param given its folder from VS Code; without it, the values are kept in the `Memento`.
 */
export async function durableStorage(
  memento: Storage,
  given: { readonly scheme: string; readonly fsPath: string } | undefined,
  name: string,
): Promise<Storage> {
  if (given?.scheme !== "file") return memento;
  const folder = sharedFolder(given.fsPath);
  const file = join(folder, name);
  const values = new Map(Object.entries((await readJsonFile(file)) ?? {}));
  let written: ReadonlyMap<string, unknown> = new Map(values);
  const writeChanges = async () => {
    await memento.update(name, Date.now());
    await mkdir(folder, OWN_FOLDER);
    const holder = await acquire(`${file}.`, MUTEX_TIMEOUT_MS);
    if (typeof holder === "string") throw new Error(`${name} is in use by another window`);
    try {
      const now = new Map(values);
      // What can't be read for the moment isn't replaced.
      const stored = (await readStored(file)) ?? {};
      const merged = [...now].map(([key, value]) => [key, mergeChanges(written.get(key), value, stored[key])]);
      await writeFileAtomic(folder, name, JSON.stringify({ ...stored, ...Object.fromEntries(merged) }));
      written = now;
    } finally {
      await holder.release();
    }
  };
  const write = batched(writeChanges);
  return {
    get: (key) => values.get(key),
    update: async (key, value) => {
      values.set(key, value);
      await write();
    },
  };
}

/**
 * Returns a function that runs `write`, once at a time. Calls during a run share the next one.
 * @param rest how long to wait after a run, in times of its duration.
 */
export function batched<Result>(write: () => Promise<Result>, rest = 0): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  return () =>
    (next ??= running.then(() => {
      next = undefined;
      const start = performance.now();
      const written = write();
      const pause = () => (rest === 0 ? undefined : sleep(rest * (performance.now() - start)));
      running = written.then(pause, pause);
      return written;
    }));
}

/** Merges changes from `before` to `now` into `stored`: items of lists, and properties of objects. */
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
  const changed = [...names].filter(
    (key) => earlier[key] !== now[key] && serialize(earlier[key]) !== serialize(now[key]),
  );
  return { ...stored, ...Object.fromEntries(changed.map((key) => [key, now[key]])) };
}

/** Serializes for comparison. A property that's undefined equals a missing one. */
function serialize(item: unknown): string | undefined {
  return JSON.stringify(item);
}
