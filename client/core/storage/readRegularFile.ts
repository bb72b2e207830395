import { constants } from "node:fs";
import { open, readlink, realpath, stat, type FileHandle } from "node:fs/promises";
import { isInside } from "../../../schemas/files.js";

const SLACK_BYTES = 64 * 1024;

/**
 * Reads a regular file. Doesn't follow a link or block on a pipe. (Windows has neither these flags nor such files.)
 * @param limit in bytes: the rest isn't read.
 * @param isAllowed looks at the open file, because a link may replace one of its folders at any moment.
 * @returns undefined if it isn't a regular file or isn't allowed. @throws an error of the file system.
 */
export async function readRegularFile(
  file: string,
  limit: number,
  isAllowed?: (handle: FileHandle) => Promise<boolean>,
): Promise<Buffer | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile() || (isAllowed && !(await isAllowed(handle)))) return undefined;
    // The size may change after `stat`.
    const buffer = Buffer.alloc(Math.min(found.size + SLACK_BYTES, limit));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

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
