import { constants } from "node:fs";
import { open, rename } from "node:fs/promises";
import type { LockEntry } from "./lockEntry.js";
import { lockKey, lockText, parseLock, type LockDamage, type LockReading } from "./lockFile.js";
import { acquire } from "./processMutex.js";

/** About the size of a lock file of 20,000 connections. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Other processes write within milliseconds. */
const PATIENCE_MS = 8000;

/** Undefined if there is no file. Never rejects. */
export async function readLock(file: string): Promise<LockReading | undefined> {
  try {
    // Doesn't wait for a pipe or follow a link. Windows has neither flag, and neither pipes nor such links.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await handle.stat();
      if (!found.isFile()) return { ok: false, problem: "not-a-file" };
      if (found.size > MAX_BYTES) return { ok: false, problem: "too-large" };
      return parseLock(await handle.readFile("utf8"));
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
 * Reads the file again, since others write it too, and replaces it atomically. Never rejects.
 * @returns why it wasn't written; undefined if it was.
 */
export function changeLock(file: string, change: LockChange, create: boolean): Promise<LockTrouble | undefined> {
  const changed = (latestChanges.get(file) ?? Promise.resolve()).then(() =>
    changeAlone(file, change, create).catch((error: unknown) => (isCode(error, "ENOSPC") ? "disk-full" : "unwritable")),
  );
  latestChanges.set(file, changed);
  return changed;
}

/** By file, so that the changes of this process don't compete for it. */
const latestChanges = new Map<string, Promise<unknown>>();

async function changeAlone(file: string, change: LockChange, create: boolean): Promise<LockTrouble | undefined> {
  for (;;) {
    const holder = await acquire(`${file}.`, PATIENCE_MS);
    if (typeof holder === "string") return "busy";
    try {
      const reading = await readLock(file);
      if (reading?.ok === false) return reading.problem;
      if (!reading && !create) return undefined;
      const entries = new Map((reading?.entries ?? []).map((entry) => [lockKey(entry), entry]));
      if (!change(entries) && reading) return undefined;
      await holder.handle.writeFile(lockText(entries.values()));
      // Fails if another process took this one for ended and deleted its file, so that only a holder ever writes.
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
