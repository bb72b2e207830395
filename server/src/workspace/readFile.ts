import { constants, type Stats } from "node:fs";
import { open } from "node:fs/promises";
import { decode, MOST_BYTES } from "../document/decode.js";

/** The text of a file, and what tells whether it is still the same file. */
export interface FileText extends ReturnType<typeof decode> {
  readonly stamp: string;
}

/** What is another once a file was written or replaced. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/**
 * Reads a file as text, but never more than a little over the limit: what is
 * larger is not looked at anyway, and stays too large when it is cut.
 * @returns undefined where there is no such file, it cannot be read, or is not a regular file.
 */
export async function readText(path: string): Promise<FileText | undefined> {
  try {
    // What waits for a writer, such as a pipe, is not waited for.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return undefined;
      const buffer = Buffer.alloc(Math.min(stats.size, MOST_BYTES));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return { ...decode(buffer, bytesRead), stamp: stampOf(stats) };
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
