import { createHash } from "node:crypto";
import { access, constants, lstat, mkdir, realpath, stat, writeFile, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { decode } from "../../../schemas/decode.js";
import { lockKey, lockText, parseLock, type LockEntry, type LockDamage, type LockReading } from "./lockEntries.js";
import { readRegularFile } from "../storage/readRegularFile.js";
import { acquire } from "../storage/processMutex.js";
import { replaceFile } from "../storage/filesInUse.js";
import { codeOf } from "../text/codeOf.js";

/** About the size of a lock file of 20,000 connections. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Long enough, because other processes write within milliseconds. */
const MUTEX_TIMEOUT_MS = 8000;
/** What another machine left, which a repository may have come with, isn't believed for longer. */
const LEASE_MS = 2000;

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

/** Looks whether the file could be written. @returns why not. Never rejects. */
export async function lockTrouble(file: string): Promise<LockTrouble | undefined> {
  const faultOf = (place: string) => access(place, constants.W_OK).then(() => undefined, codeOf);
  const [ofFile, ofFolder] = [await faultOf(file), await faultOf(path.dirname(file))];
  // Its mode doesn't matter, since it's replaced. But a mount of its own, or a file that's locked, can't be.
  if (ofFile === "EROFS") return "read-only";
  if (ofFile === "EPERM") return "unwritable";
  // A mount of its own may also be writable in a folder that isn't.
  return ofFolder === undefined || ofFile === undefined ? undefined : (TROUBLES[ofFolder] ?? "unwritable");
}

async function changeExclusively(file: string, change: LockChange, create: boolean): Promise<LockTrouble | undefined> {
  for (;;) {
    const holder = await acquire(await scratchOf(file), MUTEX_TIMEOUT_MS, LEASE_MS);
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
      await replaceFile(holder.file, file).catch(async (error: unknown) => {
        if (!IN_PLACE.has(codeOf(error))) throw error;
        await writeFile(file, text).catch(() => Promise.reject(error as Error));
      });
      return undefined;
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    } finally {
      await holder.release();
    }
  }
}

/** Why a file can't be replaced that may be writable: it's a mount of its own, or its folder can't be written. */
const IN_PLACE: ReadonlySet<string> = new Set(["EBUSY", "EXDEV", "EACCES", "EPERM"]);

/**
 * Where the file's new text is written before it takes its place: in the folder that Git keeps for itself, so that what a
 * killed process leaves isn't committed, and what a repository came with isn't taken for another process. Without a
 * repository, or one that can't be written, beside the file.
 * @returns the start of paths.
 */
async function scratchOf(file: string): Promise<string> {
  const folder = await realpath(path.dirname(file));
  for (let at = folder; ; at = path.dirname(at)) {
    const git = path.join(at, ".git");
    if (await isFolder(git)) {
      const scratch = path.join(git, "vaultconn");
      const name = createHash("sha256")
        .update(path.join(folder, path.basename(file)))
        .digest("hex")
        .slice(0, 16);
      await mkdir(scratch).catch(() => undefined);
      const isUsable =
        (await isFolder(scratch)) &&
        (await access(scratch, constants.W_OK).then(
          () => true,
          () => false,
        ));
      if (isUsable) return path.join(scratch, `${name}.`);
    }
    if (path.dirname(at) === at) return `${file}.`;
  }
}

/** Whether it's a folder, and not a link that a repository could have come with. */
async function isFolder(at: string): Promise<boolean> {
  return (await lstat(at).catch(() => undefined))?.isDirectory() === true;
}

async function copyAccess(from: string, to: FileHandle): Promise<void> {
  const { uid, gid, mode } = await stat(from);
  const ignore = () => undefined;
  await to.chown(uid, gid).catch(() => to.chown(-1, gid).catch(ignore));
  await to.chmod(mode & 0o777).catch(ignore);
}
