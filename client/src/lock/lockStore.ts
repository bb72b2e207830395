import { open, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { LockEntry } from "./lockEntry.js";
import { lockKey, lockText, parseLock, type LockDamage, type LockReading } from "./lockFile.js";

/** Whoever holds the file longer than this has ended in the middle of it. */
const STALE_MS = 5000;
const RETRY_MS = 20;

/** A lock file as it is on disk; undefined where there is none. */
export async function readLock(file: string): Promise<LockReading | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    return { ok: false, problem: "unreadable" };
  }
  return parseLock(text);
}

/** Why a lock file was not written. */
export type LockTrouble = LockDamage | "disk-full" | "unwritable";

/** What becomes of lines. @param entries those there are, by `lockKey`; to be changed in place. @returns whether anything was changed. */
export type LockChange = (entries: Map<string, LockEntry>) => boolean;

/**
 * Changes a lock file: reads it anew, since others write it too, and replaces it
 * as a whole, so that a reader sees the old text or the new one.
 * @param create whether to write one where there is none.
 * @returns why it was left alone; undefined where all is well.
 */
export async function changeLock(file: string, change: LockChange, create: boolean): Promise<LockTrouble | undefined> {
  try {
    for (;;) {
      const ended = await changeAlone(file, change, create);
      if (ended !== "taken-over") return ended;
    }
  } catch (error) {
    return isCode(error, "ENOSPC") ? "disk-full" : "unwritable";
  }
}

/** @returns `taken-over` where nothing was written, since somebody else took this for one that has ended in the middle of it. */
async function changeAlone(
  file: string,
  change: LockChange,
  create: boolean,
): Promise<LockTrouble | "taken-over" | undefined> {
  const written = `${file}.new`;
  const handle = await openAlone(written);
  // From the moment it has its place the name is free, and may be another writer's: it is not to be removed then.
  let isPlaced = false;
  try {
    const reading = await readLock(file);
    if (reading?.ok === false) return reading.problem;
    if (!reading && !create) return undefined;
    const entries = new Map((reading?.entries ?? []).map((entry) => [lockKey(entry), entry]));
    if (!change(entries) && reading) return undefined;
    await handle.writeFile(lockText(entries.values()));
    if (!(await isSame(handle, written))) return "taken-over";
    await rename(written, file);
    isPlaced = true;
    return undefined;
  } finally {
    if (!isPlaced && (await isSame(handle, written))) await rm(written, { force: true });
    await handle.close();
  }
}

/** Whether a name still means the file that was opened under it. */
async function isSame(handle: FileHandle, name: string): Promise<boolean> {
  const [opened, named] = await Promise.all([
    handle.stat({ bigint: true }),
    stat(name, { bigint: true }).catch(() => undefined),
  ]);
  return opened.ino === named?.ino && opened.dev === named.dev;
}

/** Only one at a time, whichever process it is in, gets to write. */
async function openAlone(file: string): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(file, "wx");
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
      if (Date.now() - mtimeMs > STALE_MS) await rm(file, { force: true });
      else await sleep(RETRY_MS);
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
