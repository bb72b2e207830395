import { realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isInside } from "../../../schemas/files.js";
import type { Io } from "../io.js";

export const STDIN = "<stdin>";

/** Returns a display path with slashes, relative to the folder if the file is in it. */
export function pathFrom(folder: string, file: string): string {
  if (file === STDIN) return file;
  const isBelow = folder === file || isInside(folder, file);
  return (isBelow ? path.relative(folder, file) : file).replaceAll(path.sep, "/");
}

/** Returns a URI, relative to the folder if the file is in it. */
export function uriFrom(folder: string, file: string): string {
  const displayPath = pathFrom(folder, file);
  if (path.isAbsolute(displayPath)) return pathToFileURL(file).href;
  // A lone surrogate can't be encoded in a URI.
  return displayPath
    .split("/")
    .map((step) => encodeURIComponent(step.replaceAll(/\p{Cs}/gu, "\uFFFD")))
    .join("/");
}

/** Returns the folder that report paths are relative to: GitHub's checkout if the command runs in it, else `cwd`. */
export function checkoutOf({ cwd, env: { GITHUB_WORKSPACE: checkout } }: Pick<Io, "cwd" | "env">): string {
  if (checkout === undefined || checkout === "") return cwd;
  // `cwd` is a real path, but the checkout's path may contain links.
  return [checkout, realPath(checkout)].find((root) => !path.isAbsolute(pathFrom(root, cwd))) ?? cwd;
}

/** Returns the path itself if it can't be resolved. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
