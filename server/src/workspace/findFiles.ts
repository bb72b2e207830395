import { readdir } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";
import { FILE_ENDING } from "../../../schemas/files.js";
import { isAppleDouble, isForeignFolder, isLinkedWorktree, mayBeLinkedWorktree } from "../../../schemas/foreign.js";

const CONCURRENCY = 8;

export interface Search {
  /** Which paths to find; setup files by default. */
  readonly matches?: (path: string) => boolean;
  /** Maximum depth of folders; 0 is the folder itself. */
  readonly maxDepth?: number;
  /** Called for folders that can't be read. They count as empty. */
  readonly unreadable?: (folder: string, error: unknown) => void;
}

/**
 * Finds files below a folder. Symbolic links aren't followed, and linked worktrees aren't entered.
 * @returns paths that start with the folder's, in no particular order.
 */
export async function findFiles(folder: string, search: Search = {}): Promise<readonly string[]> {
  const { matches = isSetupFile, maxDepth = Infinity, unreadable } = search;
  const limit = pLimit(CONCURRENCY);
  const found: string[] = [];
  const look = async (directory: string, depth: number): Promise<void> => {
    if (depth > maxDepth) return;
    const entries = await limit(() => readdir(directory, { withFileTypes: true })).catch((error: unknown) => {
      unreadable?.(directory, error);
      return [];
    });
    if (depth > 0 && mayBeLinkedWorktree(entries.map(({ name }) => name)) && isLinkedWorktree(directory)) return;
    const inner: Promise<void>[] = [];
    const before = directory.endsWith(path.sep) ? directory : directory + path.sep;
    for (const entry of entries) {
      const full = before + entry.name;
      if (entry.isDirectory() && !isForeignFolder(entry.name)) inner.push(look(full, depth + 1));
      else if (entry.isFile() && matches(full) && !isAppleDouble(full)) found.push(full);
    }
    await Promise.all(inner);
  };
  await look(folder, 0);
  return found;
}

function isSetupFile(file: string): boolean {
  return file.endsWith(FILE_ENDING);
}
