import { constants } from "node:fs";
import { appendFile, readFile, rm } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";
import { changeLock, readLock, type LockTrouble } from "../../core/lock/lockStore.js";
import { addLatest, LOCK_FILE, lineOf, lockKey, readLines, type LockEntry } from "../../core/lock/lockFile.js";
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

/** In the state folder: entries that the lock file doesn't have yet. */
const LOG = "lock-entries";
/** Doesn't follow a link or block on a pipe. (Windows has neither flag.) */
const APPEND =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * A root's lock file as it was read, with this run's changes. Each is appended to a log, since writing the whole file
 * takes longer the more connections it has. The file gets them from time to time, and at the end of this or the next
 * run.
 */
export class LockKeeper {
  readonly file: string;
  readonly #log: string;
  readonly #entries: Map<string, LockEntry>;
  readonly #inTurn = pLimit(1);
  #unlogged: readonly LockEntry[] = [];
  #nextWrite = 0;
  /** Why entries aren't written, as the second half of a sentence; undefined if they all are. */
  trouble: string | undefined;

  constructor(file: string, log: string, entries: Map<string, LockEntry>) {
    this.file = file;
    this.#log = log;
    this.#entries = entries;
  }

  get entries(): readonly LockEntry[] {
    return [...this.#entries.values()];
  }

  get(tenant: string, id: string): LockEntry | undefined {
    return this.#entries.get(lockKey({ tenant, id }));
  }

  /** Whether an earlier run left entries in the log, or another one is in progress. */
  async isBehind(): Promise<boolean> {
    return (await readLog(this.#log)).length > 0;
  }

  /** Call it while no other run can. Never rejects. */
  async put(entry: LockEntry): Promise<void> {
    this.#entries.set(lockKey(entry), entry);
    const append = () => appendFile(this.#log, `\n${lineOf(entry)}`, { flag: APPEND, mode: 0o600, flush: true });
    await this.#inTurn(append).catch(() => (this.#unlogged = [...this.#unlogged, entry]));
    if (this.#unlogged.length > 0 || performance.now() > this.#nextWrite) await this.write();
  }

  /** Moves entries from the log to the lock file. Call it while no other run can. Never rejects. */
  write(): Promise<void> {
    return this.#inTurn(async () => {
      const start = performance.now();
      const added = [...(await readLog(this.#log)), ...this.#unlogged];
      if (added.length === 0) return;
      const change = (entries: Map<string, LockEntry>) => {
        for (const entry of added) addLatest(entries, entry);
        return true;
      };
      const trouble = await changeLock(this.file, change, true);
      this.trouble = trouble && TROUBLE_TEXTS[trouble];
      if (trouble === undefined) {
        this.#unlogged = [];
        await rm(this.#log, { force: true }).catch(() => undefined);
      }
      // So writing takes a tenth of the time, however long the file is.
      this.#nextWrite = performance.now() + 9 * (performance.now() - start);
    });
  }
}

async function readLog(log: string): Promise<readonly LockEntry[]> {
  const flag = constants.O_RDONLY | constants.O_NONBLOCK;
  return readLines(await readFile(log, { encoding: "utf8", flag }).catch(() => ""));
}

/** Returns an empty one if there's no lock file. @throws ExitError if it's damaged. */
export async function openLock(root: string, state: string): Promise<LockKeeper> {
  const file = path.join(root, LOCK_FILE);
  const log = path.join(state, LOG);
  // First, because a run in progress moves entries to the file.
  const logged = await readLog(log);
  const reading = await readLock(file);
  if (reading?.ok === false)
    throw new ExitError(
      `${LOCK_FILE} can't be used: ${TROUBLE_TEXTS[reading.problem]}. ${WHAT_TO_DO[reading.problem] ?? "Restore it from the repository."}`,
    );
  const entries = new Map((reading?.entries ?? []).map((entry) => [lockKey(entry), entry]));
  for (const entry of logged) addLatest(entries, entry);
  return new LockKeeper(file, log, entries);
}
