/** What lies among setup files but belongs to something else. */
import { closeSync, lstatSync, openSync, readFileSync, readSync } from "node:fs";
import path from "node:path";

/** How the file begins in which macOS keeps attributes of another, where the file system has no place for them. */
const APPLE_DOUBLE = Buffer.from([0, 5, 0x16, 7]);

/** Whether a file is such a one, whose name is that of the other after `._`. */
export function isAppleDouble(file: string): boolean {
  if (!path.basename(file).startsWith("._")) return false;
  const start = Buffer.alloc(APPLE_DOUBLE.length);
  try {
    if (!lstatSync(file).isFile()) return false;
    const descriptor = openSync(file, "r");
    try {
      readSync(descriptor, start);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
  return start.equals(APPLE_DOUBLE);
}

/**
 * Whether a folder is a linked worktree of a Git repository, which holds other versions of its files. A submodule isn't
 * one: its `.git` file leads to `modules`.
 */
export function isLinkedWorktree(folder: string): boolean {
  const git = path.join(folder, ".git");
  try {
    if (lstatSync(git, { throwIfNoEntry: false })?.isFile() !== true) return false;
    return /^gitdir: .*[\\/]worktrees[\\/][^\\/\n]+\s*$/.test(readFileSync(git, "utf8"));
  } catch {
    return false;
  }
}

/** Whether a folder between `root` and a file below it is a linked worktree. `root` itself may be one. */
export function isInLinkedWorktree(root: string, file: string): boolean {
  const folder = path.dirname(file);
  if (folder === root || folder === file || folder.length <= root.length) return false;
  return isLinkedWorktree(folder) || isInLinkedWorktree(root, folder);
}
