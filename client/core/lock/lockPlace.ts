import { lstatSync } from "node:fs";
import path from "node:path";
import { isInside } from "../../../schemas/files.js";
import { repositoryOf } from "../text/repositoryOf.js";
import { LOCK_FILE } from "./lockEntries.js";

/**
 * Returns where the lock file of the setup files in a folder may be, nearest first: up to the root of the repository, so
 * that what was pushed is known in all of its folders, or up to `top` if that's further up.
 * @param top the workspace folder, or the folder of `--root`.
 */
export function lockPlaces(folder: string, top: string): readonly string[] {
  const repository = repositoryOf(folder);
  const last = isInside(top, repository) ? top : repository;
  const places: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    places.push(path.join(at, LOCK_FILE));
    if (at === last || at === path.dirname(at)) return places;
  }
}

/** Returns the lock file of the setup files in a folder. If there's none, it's made in `root`. */
export function lockFileOf(folder: string, root: string): string {
  const found = lockPlaces(folder, root).find((place) => lstatSync(place, { throwIfNoEntry: false }));
  return found ?? path.join(root, LOCK_FILE);
}
