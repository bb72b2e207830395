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

/** What desktops, file servers, file systems, and programs that sync call the folders for deleted files and snapshots. */
const COPIES =
  /^(?:\.Trash(?:es|-\d+)?|\$RECYCLE\.BIN|[#@.]recycle|[.~#@]snapshots?|@Recently-Snapshot|\.zfs|\.ckpt|\.stversions|\.sync|\.dropbox\.cache)$/i;

/** Whether a folder isn't looked into unless it's named, because of what its name says. */
export function isForeignFolder(name: string): boolean {
  return name === "node_modules" || name === ".git" || COPIES.test(name);
}

/** A file that only a further checkout of a repository has, by what every checkout has. */
const FURTHER: Readonly<Record<string, string>> = {
  ".git": ".git",
  // In the first workspace, it's a folder.
  ".jj": ".jj/repo",
  ".hg": ".hg/sharedpath",
};

/** Whether a folder with these names may be a linked worktree. */
export function mayBeLinkedWorktree(names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(FURTHER, name));
}

/**
 * Whether a folder is a linked worktree of a Git repository, a workspace of Jujutsu, or a share of Mercurial, which hold
 * other versions of the repository's files. A submodule isn't one: its `.git` file leads to `modules`.
 */
export function isLinkedWorktree(folder: string): boolean {
  return Object.values(FURTHER).some((name) => {
    const file = path.join(folder, name);
    try {
      if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
      return name !== ".git" || /^gitdir: .*[\\/]worktrees[\\/][^\\/\n]+$/.test(readFileSync(file, "utf8").trimEnd());
    } catch {
      return false;
    }
  });
}

/** Whether a folder between `root` and a file below it is a linked worktree. `root` itself may be one. */
export function isInLinkedWorktree(root: string, file: string): boolean {
  const folder = path.dirname(file);
  if (folder === root || folder === file || folder.length <= root.length) return false;
  return isLinkedWorktree(folder) || isInLinkedWorktree(root, folder);
}
