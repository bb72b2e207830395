import { rename, stat, writeFile, type FileHandle } from "node:fs/promises";
import { decode } from "../../../schemas/decode.js";
import { lockKey, lockText, parseLock, type LockEntry, type LockDamage, type LockReading } from "./lockEntries.js";
import { readRegularFile } from "../storage/readRegularFile.js";
import { acquire } from "../storage/processMutex.js";
import { codeOf } from "../text/codeOf.js";

/** About the size of a lock file of 20,000 connections. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Long enough, because other processes write within milliseconds. */
const MUTEX_TIMEOUT_MS = 8000;

/** Returns undefined if there's no file. Never rejects. */
export async function readLock(file: string): Promise<LockReading | undefined> {
  try {
    const bytes = await readRegularFile(file, MAX_BYTES + 1);
    if (!bytes) return "not-a-file";
    if (bytes.length > MAX_BYTES) return "too-large";
    const { text, isLossy } = decode(bytes);
    return isLossy ? "not-json" : parseLock(text);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    return codeOf(error) === "ELOOP" ? "not-a-file" : "unreadable";
  }
}

export type LockTrouble = LockDamage | "disk-full" | "read-only-folder" | "read-only" | "unwritable" | "busy";

const TROUBLES: Readonly<Record<string, LockTrouble>> = {
  ENOSPC: "disk-full",
  EACCES: "read-only-folder",
  EPERM: "read-only-folder",
  EROFS: "read-only",
};

/** @param entries by `lockKey`; changed in place. @returns whether anything was changed. */
export type LockChange = (entries: Map<string, LockEntry>) => boolean;

/**
 * Reads the file again, because others write it too, and replaces it atomically, unless it's a mount of its own. It keeps
 * its mode, and its owner and group as far as this process may set them. Never rejects.
 * @param create whether to create a missing file.
 * @returns why it can't be written, or undefined on success.
 */
export function changeLock(file: string, change: LockChange, create: boolean): Promise<LockTrouble | undefined> {
  return changeExclusively(file, change, create).catch((error: unknown) => TROUBLES[codeOf(error)] ?? "unwritable");
}

async function changeExclusively(file: string, change: LockChange, create: boolean): Promise<LockTrouble | undefined> {
  for (;;) {
    const holder = await acquire(`${file}.`, MUTEX_TIMEOUT_MS);
    if (typeof holder === "string") return "busy";
    try {
      const reading = await readLock(file);
      if (typeof reading === "string") return reading;
      if (!reading && !create) return undefined;
      const entries = new Map(reading?.map((entry) => [lockKey(entry), entry]));
      if (!change(entries) && reading) return undefined;
      const text = lockText(entries.values());
      await holder.handle.writeFile(text);
      if (reading) await copyAccess(file, holder.handle);
      // Fails if another process deleted this process's file because it seemed to have ended. So only a holder writes.
      await rename(holder.file, file).catch((error: unknown) => {
        // A file that's a mount of its own, as in a container, can't be replaced.
        if (codeOf(error) !== "EBUSY") throw error;
        return writeFile(file, text);
      });
      return undefined;
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    } finally {
      await holder.release();
    }
  }
}

async function copyAccess(from: string, to: FileHandle): Promise<void> {
  const { uid, gid, mode } = await stat(from);
  const ignore = () => undefined;
  await to.chown(uid, gid).catch(() => to.chown(-1, gid).catch(ignore));
  await to.chmod(mode & 0o777).catch(ignore);
}
