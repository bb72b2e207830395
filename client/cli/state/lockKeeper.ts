import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { fileURLToPath } from "node:url";
import { findFiles } from "../../../server/src/library.js";
import { changeLock, lockTrouble, readLock, type LockTrouble } from "../../core/lock/lockStore.js";
import { lockFileOf } from "../../core/lock/lockPlace.js";
import { LOCK_FILE, lockKey, type LockEntry } from "../../core/lock/lockEntries.js";
import { batched } from "../../core/storage/durableStorage.js";
import { memoize } from "../../core/text/memoize.js";
import { ExitError } from "../exits.js";
import { pathFrom } from "../files/pathFrom.js";
import { UnwrittenEntries, type UnwrittenEntry } from "./unwrittenEntries.js";

/** Second halves of sentences. */
const TROUBLE_TEXTS: Readonly<Record<LockTrouble, string>> = {
  conflict: "it has a merge conflict",
  "not-json": "it isn't JSON",
  "later-version": "a later version of vaultconn wrote it",
  unexpected: "it has an unexpected format",
  unreadable: "it can't be read",
  "not-a-file": "it isn't a regular file",
  "too-large": "it's larger than 5 MB",
  "disk-full": "the disk is full",
  "read-only-folder": "its folder can't be written",
  "read-only": "its file system is read-only",
  unwritable: "it can't be written",
  busy: "another process is writing it",
};

/** Where restoring the file doesn't help. */
const WHAT_TO_DO: Readonly<Partial<Record<LockTrouble, string>>> = {
  conflict: "Keep the lines of both sides, and delete the markers.",
  "later-version": "Update vaultconn.",
  unreadable: "Check its owner and its permissions.",
};

/** A lock file as it was read, with this run's changes, and those that an earlier run couldn't write. */
export class LockKeeper {
  readonly file: string;
  readonly #entries: Map<string, LockEntry>;
  readonly #unwritten: Map<string, UnwrittenEntry>;
  readonly #store: UnwrittenEntries;
  /** Why entries aren't written, as the second half of a sentence; undefined if they all are. */
  trouble: string | undefined;
  /** Entries that are put during a write share the next one, since each writes the whole file. Takes half of the time. */
  readonly #write = batched(async () => {
    const written = [...this.#unwritten];
    const change = (entries: Map<string, LockEntry>) => {
      for (const [key, { entry }] of written) entries.set(key, entry);
      return true;
    };
    const trouble = await changeLock(this.file, change, true);
    this.trouble = trouble && TROUBLE_TEXTS[trouble];
    if (trouble === undefined)
      for (const [key, entry] of written) if (this.#unwritten.get(key) === entry) this.#unwritten.delete(key);
    // What was put during the write is written next, and the journal has it until then.
    await this.#store.put(this.file, trouble === undefined ? [] : [...this.#unwritten.values()]);
  }, 1);

  /** @param store where what can't be written is kept, and what was kept of an earlier run. */
  constructor(file: string, entries: readonly LockEntry[], store: UnwrittenEntries) {
    this.file = file;
    this.#store = store;
    this.#entries = new Map(entries.map((entry) => [lockKey(entry), entry]));
    // What replaced an entry in the meantime is newer.
    const kept = store
      .of(file)
      .filter(({ entry, replaced }) => isDeepStrictEqual(this.#entries.get(lockKey(entry)), replaced));
    this.#unwritten = new Map(kept.map((each) => [lockKey(each.entry), each]));
    for (const [key, { entry }] of this.#unwritten) this.#entries.set(key, entry);
  }

  get entries(): readonly LockEntry[] {
    return [...this.#entries.values()];
  }

  get(tenant: string, id: string): LockEntry | undefined {
    return this.#entries.get(lockKey({ tenant, id }));
  }

  /** Also writes earlier entries that couldn't be written. Never rejects. */
  async put(entry: LockEntry): Promise<void> {
    const key = lockKey(entry);
    const { replaced } = this.#unwritten.get(key) ?? { replaced: this.#entries.get(key) };
    this.#entries.set(key, entry);
    this.#unwritten.set(key, { entry, replaced });
    await this.#write();
  }

  /** Writes what an earlier run couldn't. Never rejects. */
  async writeKept(): Promise<void> {
    if (this.#unwritten.size > 0) await this.#write();
  }

  /** Looks whether the file could be written. @param root names its path. @throws ExitError if it can't. */
  async checkWritable(root: string): Promise<void> {
    const found = await lockTrouble(this.file);
    const trouble = this.trouble ?? (found && TROUBLE_TEXTS[found]);
    if (trouble !== undefined)
      throw new ExitError(
        `Nothing was sent. ${pathFrom(root, this.file)} couldn't be written afterward, so other people would see the updates as someone else's: ${trouble}.`,
      );
  }
}

/** The lock files of a run. Each is read once, when it's first needed. */
export class LockKeepers {
  readonly #root: string;
  readonly #state: string;
  #store: Promise<UnwrittenEntries> | undefined;
  readonly #opened: LockKeeper[] = [];
  readonly #open = memoize(async (file: string) => {
    const keeper = await openLock(file, this.#root, await (this.#store ??= UnwrittenEntries.read(this.#state)));
    this.#opened.push(keeper);
    return keeper;
  });
  /** A lock file that's made during the run isn't the one of files that already have another. */
  readonly #fileOf = memoize((folder: string) => lockFileOf(folder, this.#root));

  /** @param root a real path. @param state the folder of this machine's journal of updates. */
  constructor(root: string, state: string) {
    this.#root = root;
    this.#state = state;
  }

  /** Returns the lock file of a setup file. @throws ExitError if it's damaged. */
  of(setupFile: string): Promise<LockKeeper> {
    return this.#open(this.#fileOf(path.dirname(setupFile)));
  }

  /** Reads them before requests are sent. @param uris those of setup files. @throws ExitError if one is damaged. */
  async read(uris: readonly string[]): Promise<void> {
    for (const uri of uris) await this.of(fileURLToPath(uri));
  }

  /** Returns the lock file of the root, and those below. @throws ExitError if one is damaged. */
  async all(): Promise<readonly LockKeeper[]> {
    const matches = (file: string) => path.basename(file) === LOCK_FILE;
    const files = new Set([this.#fileOf(this.#root), ...(await findFiles(this.#root, { matches }))]);
    return Promise.all([...files].sort().map(this.#open));
  }

  /** Writes what an earlier run couldn't, to those that were read. Never rejects. */
  async writeKept(): Promise<void> {
    await Promise.all(this.#opened.map((keeper) => keeper.writeKept()));
  }

  /** Sentences about lock files that weren't written. */
  get troubles(): readonly string[] {
    return this.#opened.flatMap(({ file, trouble }) =>
      trouble === undefined
        ? []
        : [
            `${pathFrom(this.#root, file)} wasn't written: ${trouble}. The outcomes don't change, and the next apply on this machine writes it.`,
          ],
    );
  }
}

/** Returns an empty one if there's no file. @throws ExitError if it's damaged. */
export async function openLock(file: string, root: string, store: UnwrittenEntries): Promise<LockKeeper> {
  const reading = await readLock(file);
  if (typeof reading === "string")
    throw new ExitError(
      `${pathFrom(root, file)} can't be used: ${TROUBLE_TEXTS[reading]}. ${WHAT_TO_DO[reading] ?? "Restore it from the repository."}`,
    );
  return new LockKeeper(file, reading ?? [], store);
}
