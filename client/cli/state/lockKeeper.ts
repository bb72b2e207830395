import path from "node:path";
import { changeLock, readLock, type LockTrouble } from "../../core/lock/lockStore.js";
import { LOCK_FILE, lockKey, type LockEntry } from "../../core/lock/lockEntries.js";
import { batched } from "../../core/storage/durableStorage.js";
import { ExitError } from "../exits.js";

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
  unwritable: "it can't be written",
  busy: "another process is writing it",
};

/** Where restoring the file doesn't help. */
const WHAT_TO_DO: Readonly<Partial<Record<LockTrouble, string>>> = {
  conflict: "Keep the lines of both sides, and delete the markers.",
  "later-version": "Update vaultconn.",
};

/** A root's lock file as it was read, with this run's changes. */
export class LockKeeper {
  readonly file: string;
  readonly #entries: Map<string, LockEntry>;
  readonly #unwritten = new Set<LockEntry>();
  /** Why entries aren't written, as the second half of a sentence; undefined if they all are. */
  trouble: string | undefined;
  /** Entries that are put during a write share the next one, since each writes the whole file. Takes half of the time. */
  readonly #write = batched(async () => {
    const written = [...this.#unwritten];
    const change = (entries: Map<string, LockEntry>) => {
      for (const entry of written) entries.set(lockKey(entry), entry);
      return true;
    };
    const trouble = await changeLock(this.file, change, true);
    this.trouble = trouble && TROUBLE_TEXTS[trouble];
    if (trouble === undefined) for (const entry of written) this.#unwritten.delete(entry);
  }, 1);

  constructor(file: string, entries: readonly LockEntry[]) {
    this.file = file;
    this.#entries = new Map(entries.map((entry) => [lockKey(entry), entry]));
  }

  get entries(): readonly LockEntry[] {
    return [...this.#entries.values()];
  }

  get(tenant: string, id: string): LockEntry | undefined {
    return this.#entries.get(lockKey({ tenant, id }));
  }

  /** Also writes earlier entries that couldn't be written. Never rejects. */
  async put(entry: LockEntry): Promise<void> {
    this.#entries.set(lockKey(entry), entry);
    this.#unwritten.add(entry);
    await this.#write();
  }
}

/** For commands that need no lock file, or read it later: a damaged one doesn't stop them. */
export const noLock = () => Promise.resolve(new LockKeeper("", []));

/** Returns an empty one if there's no lock file. @throws ExitError if it's damaged. */
export async function openLock(root: string): Promise<LockKeeper> {
  const file = path.join(root, LOCK_FILE);
  const reading = await readLock(file);
  if (typeof reading === "string")
    throw new ExitError(
      `${LOCK_FILE} can't be used: ${TROUBLE_TEXTS[reading]}. ${WHAT_TO_DO[reading] ?? "Restore it from the repository."}`,
    );
  return new LockKeeper(file, reading ?? []);
}
