import { constants } from "node:fs";
import { open, rename } from "node:fs/promises";
import { decode } from "../../../schemas/decode.js";
import { lockKey, lockText, parseLock, type LockEntry, type LockDamage, type LockReading } from "./lockEntries.js";
import { acquire } from "../storage/processMutex.js";

/** About the size of a lock file of 20,000 connections. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Long enough, because other processes write within milliseconds. */
const MUTEX_TIMEOUT_MS = 8000;

/** Returns undefined if there's no file. Never rejects. */
export async function readLock(file: string): Promise<LockReading | undefined> {
  try {
    // Doesn't block on a pipe or follow a link. Windows has neither these flags nor such files.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await handle.stat();
      if (!found.isFile()) return { ok: false, problem: "not-a-file" };
      if (found.size > MAX_BYTES) return { ok: false, problem: "too-large" };
      const { text, isLossy } = decode(await handle.readFile());
      return isLossy ? { ok: false, problem: "not-json" } : parseLock(text);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    return { ok: false, problem: isCode(error, "ELOOP") ? "not-a-file" : "unreadable" };
  }
}

export type LockTrouble = LockDamage | "disk-full" | "unwritable" | "busy";

/** @param entries by `lockKey`; changed in place. @returns whether anything was changed. */
export type LockChange = (entries: Map<string, LockEntry>) => boolean;

/**
 * Reads the file again, because others write it too, and replaces it atomically. Never rejects.
 * @param create whether to create a missing file.
 * @returns why it can't be written, or undefined on success.
 */
export function changeLock(file: string, change: LockChange, create: boolean): Promise<LockTrouble | undefined> {
  return changeExclusively(file, change, create).catch((error: unknown) =>
    isCode(error, "ENOSPC") ? "disk-full" : "unwritable",
  );
}

async function changeExclusively(file: string, change: LockChange, create: boolean): Promise<LockTrouble | undefined> {
  for (;;) {
    const holder = await acquire(`${file}.`, MUTEX_TIMEOUT_MS);
    if (typeof holder === "string") return "busy";
    try {
      const reading = await readLock(file);
      if (reading?.ok === false) return reading.problem;
      if (!reading && !create) return undefined;
      const entries = new Map((reading?.entries ?? []).map((entry) => [lockKey(entry), entry]));
      if (!change(entries) && reading) return undefined;
      await holder.handle.writeFile(lockText(entries.values()));
      // Fails if another process deleted this process's file because it seemed to have ended. So only a holder writes.
      await rename(holder.file, file);
      return undefined;
    } catch (error) {
      if (!isCode(error, "ENOENT")) throw error;
    } finally {
      await holder.release();
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
