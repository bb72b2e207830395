import { constants } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import type { DocumentUri } from "vscode-languageserver";
import { decode, type Decoded, MAX_READ_BYTES } from "../../../schemas/decode.js";
import { isInside } from "../../../schemas/files.js";
import { pathOf } from "./uris.js";

/**
 * Reads a file as text, up to `MAX_READ_BYTES`.
 * @returns undefined if it can't be read or isn't a regular file.
 */
export async function readText(file: string): Promise<Decoded | undefined> {
  try {
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return undefined;
      const buffer = Buffer.alloc(Math.min(stats.size, MAX_READ_BYTES));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return decode(buffer.subarray(0, bytesRead), MAX_READ_BYTES);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * The real path of a regular file in a workspace folder.
 * @returns undefined if there's no such file, or if it or its link's target is outside the folder, where a push doesn't
 * read it.
 */
export async function fileInside(folder: string | undefined, uri: DocumentUri): Promise<string | undefined> {
  const file = pathOf(uri);
  // Don't access anything outside the folder.
  if (folder === undefined || file === undefined || !isInside(folder, file)) return undefined;
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(file)]);
    return isInside(root, real) && (await stat(real)).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}
