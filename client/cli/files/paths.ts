import { realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** What standard input is called unless it is given a path. */
export const STDIN = "<stdin>";

/** How paths are told to people: relative to a folder where they are below it, with slashes. */
export function pathFrom(folder: string, file: string): string {
  if (file === STDIN) return file;
  const relative = path.relative(folder, file);
  const isBelow = relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
  return (isBelow ? relative : file).replaceAll(path.sep, "/");
}

/** A path as a URI: relative to a folder where it is below it. */
export function uriFrom(folder: string, file: string): string {
  const shown = pathFrom(folder, file);
  if (path.isAbsolute(shown)) return pathToFileURL(file).href;
  // What no encoding has room for cannot be in a URI either.
  return shown
    .split("/")
    .map((step) => encodeURIComponent(step.replaceAll(/\p{Cs}/gu, "\uFFFD")))
    .join("/");
}

/**
 * The folder that the paths in reports are relative to: that of the checkout where GitHub's runner names it and the
 * command runs inside it.
 */
export function rootOf(cwd: string, checkout = process.env["GITHUB_WORKSPACE"]): string {
  if (checkout === undefined || checkout === "") return cwd;
  // A process knows the folder it runs in by its real path only.
  return [checkout, realPath(checkout)].find((root) => !path.isAbsolute(pathFrom(root, cwd))) ?? cwd;
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
