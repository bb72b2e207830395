import { readdir } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";

/** How setup files are named. */
export const SETUP_FILE_SUFFIX = ".vaultconn.json";

const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git"]);
const CONCURRENCY = 8;
/** A workspace with more setup files than these is not checked any further. */
const MAX_FILES = 10_000;
const MAX_DEPTH = 30;

/**
 * The setup files below a folder, symbolic links not followed. Folders that
 * cannot be read count as empty.
 * @returns paths, in no particular order.
 */
export async function findSetupFiles(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const limit = pLimit(CONCURRENCY);
  const found: string[] = [];
  const search = async (directory: string, depth: number): Promise<void> => {
    if (signal.aborted || depth > MAX_DEPTH || found.length >= MAX_FILES) return;
    const entries = await limit(() => readdir(directory, { withFileTypes: true }).catch(() => []));
    const inner: Promise<void>[] = [];
    for (const entry of entries) {
      const full = path.join(directory, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) inner.push(search(full, depth + 1));
      else if (entry.isFile() && entry.name.endsWith(SETUP_FILE_SUFFIX) && found.length < MAX_FILES) found.push(full);
    }
    await Promise.all(inner);
  };
  await search(folder, 0);
  return found;
}
