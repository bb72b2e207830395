import { constants } from "node:fs";
import { open, readlink, realpath, stat, type FileHandle } from "node:fs/promises";
import { isInside } from "../../../schemas/files.js";

/** Larger than any file that's checked, so that a file that's cut here still counts as too large. */
const MAX_READ_BYTES = 6 * 1024 * 1024;

/**
 * Reads a regular file inside of folders. Checks the file that it has opened, because a link may replace one of the
 * file's folders at any moment.
 * @param file a real path.
 * @param folders real paths.
 * @returns at most `MAX_READ_BYTES`, or undefined if the file is outside. @throws an error of the file system.
 */
export async function readInside(file: string, folders: readonly string[]): Promise<Buffer | undefined> {
  // Doesn't follow a link or block on a pipe. Windows has neither these flags nor such files.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile() || !(await isOpenInside(handle, file, folders))) return undefined;
    const buffer = Buffer.alloc(Math.min(found.size, MAX_READ_BYTES));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Linux knows the path of an open file. Elsewhere, the file must still be the one at its path. */
async function isOpenInside(handle: FileHandle, file: string, folders: readonly string[]): Promise<boolean> {
  const real = await (process.platform === "linux" ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(file));
  if (!folders.some((folder) => isInside(folder, real))) return false;
  if (process.platform === "linux") return true;
  const [opened, named] = await Promise.all([handle.stat({ bigint: true }), stat(real, { bigint: true })]);
  return opened.dev === named.dev && opened.ino === named.ino;
}
