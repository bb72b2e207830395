import { readdir } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";

export const SETUP_FILE_SUFFIX = ".vaultconn.json";

export const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git"]);
const CONCURRENCY = 8;

export interface Search {
  /** Whether a file is wanted, by its path; without it, setup files are. */
  readonly wanted?: (path: string) => boolean;
  /** How many files are wanted at most. */
  readonly most?: number;
  /** How many folders deep to look; 0 is the folder itself. */
  readonly deepest?: number;
  readonly signal?: AbortSignal;
  /** Notified of folders that can't be read, which count as empty. */
  readonly unreadable?: (folder: string, error: unknown) => void;
}

/**
 * Finds files below a folder. Symbolic links aren't followed.
 * @returns paths that begin with the folder's, in no particular order.
 */
export async function findFiles(folder: string, search: Search = {}): Promise<readonly string[]> {
  const { wanted = isSetupFile, most = Infinity, deepest = Infinity, signal, unreadable } = search;
  const limit = pLimit(CONCURRENCY);
  const found: string[] = [];
  const look = async (directory: string, depth: number): Promise<void> => {
    if (signal?.aborted || depth > deepest || found.length >= most) return;
    const entries = await limit(() => readdir(directory, { withFileTypes: true })).catch((error: unknown) => {
      unreadable?.(directory, error);
      return [];
    });
    const inner: Promise<void>[] = [];
    const before = directory.endsWith(path.sep) ? directory : directory + path.sep;
    for (const entry of entries) {
      const full = before + entry.name;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) inner.push(look(full, depth + 1));
      else if (entry.isFile() && wanted(full) && found.length < most) found.push(full);
    }
    await Promise.all(inner);
  };
  await look(folder, 0);
  return found;
}

function isSetupFile(file: string): boolean {
  return file.endsWith(SETUP_FILE_SUFFIX);
}
