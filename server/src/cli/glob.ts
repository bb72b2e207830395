import { existsSync } from "node:fs";
import path from "node:path";
import picomatch from "picomatch";
import { findFiles, type Search } from "../workspace/findFiles.js";

/** A glob, taken apart: the folder it begins in, and what has to match below that. */
interface Glob {
  readonly folder: string;
  readonly pattern: string;
}

/** Takes a glob apart. @returns undefined for a path without wildcards. */
function readGlob(text: string, cwd: string): Glob | undefined {
  const slashed = path.sep === "\\" ? text.replaceAll("\\", "/") : text;
  const { base, glob, isGlob } = picomatch.scan(slashed.replaceAll(/(?<=[^/])\/{2,}/g, "/"), { nonegate: true });
  return isGlob && glob !== "" ? { folder: path.resolve(cwd, base), pattern: glob } : undefined;
}

/**
 * The files a glob matches, found as those of a folder are. Names that begin
 * with a dot match like any other.
 * @returns absolute paths in no particular order; undefined if it is no glob.
 */
export async function findByGlob(
  text: string,
  cwd: string,
  unreadable: NonNullable<Search["unreadable"]>,
): Promise<readonly string[] | undefined> {
  const glob = readGlob(text, cwd);
  if (!glob) return undefined;
  const { folder, pattern } = glob;
  // A glob may match nothing, and a folder that is not there is no other case of that.
  if (!existsSync(folder)) return [];
  const isMatch = picomatch(pattern, { dot: true, nonegate: true });
  const start = folder.endsWith(path.sep) ? folder.length : folder.length + 1;
  const wanted = (file: string): boolean => isMatch(file.slice(start).replaceAll(path.sep, "/"));
  return findFiles(folder, { wanted, deepest: depthOf(pattern), unreadable });
}

/** How many folders deep a pattern can match; those in braces and parentheses may hold slashes of their own. */
function depthOf(pattern: string): number {
  return /\*\*|[{(]/.test(pattern) ? Infinity : pattern.split("/").length - 1;
}
