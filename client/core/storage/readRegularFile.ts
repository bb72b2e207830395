import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

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
