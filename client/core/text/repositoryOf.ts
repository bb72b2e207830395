import { existsSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Returns the folder of the repository that a folder is in: the nearest one above with a `.git` folder. A submodule or
 * worktree has a `.git` file, and belongs to the repository around it, if there's one. Without a repository, returns
 * `folder`.
 */
export function repositoryOf(folder: string): string {
  let found = folder;
  for (let at = folder; ; at = path.dirname(at)) {
    const git = path.join(at, ".git");
    const isRepository = existsSync(git);
    if (isRepository) found = at;
    if ((isRepository && statSync(git).isDirectory()) || path.dirname(at) === at) return found;
  }
}
