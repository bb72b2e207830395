import { readlink, realpath, stat, type FileHandle } from "node:fs/promises";
import { isInside } from "../../../schemas/files.js";
import { readRegularFile } from "../storage/readRegularFile.js";

/** Larger than any file that's checked, so that a file that's cut here still counts as too large. */
const MAX_READ_BYTES = 6 * 1024 * 1024;

/**
 * Reads a regular file inside of folders.
 * @param file a real path.
 * @param folders real paths.
 * @returns at most `MAX_READ_BYTES`, or undefined if the file is outside. @throws an error of the file system.
 */
export function readInside(file: string, folders: readonly string[]): Promise<Buffer | undefined> {
  return readRegularFile(file, MAX_READ_BYTES, (handle) => isOpenInside(handle, file, folders));
}

/** Linux knows the path of an open file. Elsewhere, the file must still be the one at its path. */
async function isOpenInside(handle: FileHandle, file: string, folders: readonly string[]): Promise<boolean> {
  const real = await (process.platform === "linux" ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(file));
  if (!folders.some((folder) => isInside(folder, real))) return false;
  if (process.platform === "linux") return true;
  const [opened, named] = await Promise.all([handle.stat({ bigint: true }), stat(real, { bigint: true })]);
  return opened.dev === named.dev && opened.ino === named.ino;
}
