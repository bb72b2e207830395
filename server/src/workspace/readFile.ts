import { constants, type Stats } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { DocumentUri } from "vscode-languageserver";
import { decode, MAX_READ_BYTES } from "../document/text.js";
import { pathOf } from "./uris.js";

/** The text of a file, and what tells whether it is still the same file. */
export interface FileText extends ReturnType<typeof decode> {
  readonly stamp: string;
}

/** It changes when a file is written or replaced. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/**
 * Reads a file as text, up to a little over the limit of a setup file.
 * @returns undefined if it can't be read or isn't a regular file.
 */
export async function readText(file: string): Promise<FileText | undefined> {
  try {
    // A pipe would wait for a writer.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return undefined;
      const buffer = Buffer.alloc(Math.min(stats.size, MAX_READ_BYTES));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return { ...decode(buffer.subarray(0, bytesRead)), stamp: stampOf(stats) };
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * The path of a regular file in a workspace folder, links followed.
 * @returns undefined where there is none, or it is outside the folder, be it through a link: no push reads it there.
 */
export async function fileInside(folder: string | undefined, uri: DocumentUri): Promise<string | undefined> {
  const file = pathOf(uri);
  // Nothing outside is touched.
  if (folder === undefined || file === undefined || !isInside(folder, file)) return undefined;
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(file)]);
    return isInside(root, real) && (await stat(real)).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a path leads into a folder, as far as the paths tell. */
export function isInside(folder: string, file: string): boolean {
  const [first = ""] = path.relative(folder, file).split(path.sep);
  return first !== "" && first !== ".." && !path.isAbsolute(first);
}
