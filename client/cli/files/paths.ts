import { realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isInside } from "../../core/text/isInside.js";

export const STDIN = "<stdin>";

/** A path for people: relative to the folder if it is below it, with slashes. */
export function pathFrom(folder: string, file: string): string {
  if (file === STDIN) return file;
  const isBelow = folder === file || isInside(folder, file);
  return (isBelow ? path.relative(folder, file) : file).replaceAll(path.sep, "/");
}

/** Relative to the folder if it is below it. */
export function uriFrom(folder: string, file: string): string {
  const displayPath = pathFrom(folder, file);
  if (path.isAbsolute(displayPath)) return pathToFileURL(file).href;
  // A lone surrogate can't be encoded in a URI.
  return displayPath
    .split("/")
    .map((step) => encodeURIComponent(step.replaceAll(/\p{Cs}/gu, "\uFFFD")))
    .join("/");
}

/** The folder that report paths are relative to: GitHub's checkout, if the command runs inside it. */
export function rootOf(cwd: string, checkout = process.env["GITHUB_WORKSPACE"]): string {
  if (checkout === undefined || checkout === "") return cwd;
  // A process knows its working folder only by the real path.
  return [checkout, realPath(checkout)].find((root) => !path.isAbsolute(pathFrom(root, cwd))) ?? cwd;
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
