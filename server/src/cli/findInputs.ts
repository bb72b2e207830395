import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import picomatch from "picomatch";
import { findFiles, type Search } from "../workspace/findFiles.js";
import { Misuse, reasonOf, type Unread, unreadSentence } from "./misuse.js";

/** What standard input is called unless it is given a path. */
export const STDIN = "<stdin>";

/** One file to check. */
export interface Input {
  /** An absolute path, or `STDIN`. */
  readonly path: string;
  /** "stdin": its text comes over standard input; "regular": it is a file on disk; "other": something else that can be read, such as a pipe. */
  readonly source: "stdin" | "regular" | "other";
}

/** Where to look, and what is allowed. */
export interface Wanted {
  readonly paths: readonly string[];
  readonly stdinFilename: string | undefined;
  readonly allowEmpty: boolean;
  readonly cwd: string;
}

/** What was found: each file once, in the order of their paths, and the folders that could not be read. */
export interface Found {
  readonly inputs: readonly Input[];
  readonly unread: readonly Unread[];
}

/**
 * Finds the files that paths, folders and globs stand for.
 * @throws Misuse about a path that does not exist, or under which there is no file.
 */
export async function findInputs({ paths, stdinFilename, allowEmpty, cwd }: Wanted): Promise<Found> {
  const inputs = new Map<string, Input>();
  const unread: Unread[] = [];
  const unreadable = (folder: string, error: unknown): void => {
    unread.push({ path: folder, reason: reasonOf(error) });
  };
  const add = (file: string, source: Input["source"], key: string): void => {
    if (!inputs.has(key)) inputs.set(key, { path: file, source });
  };
  for (const given of new Set(paths)) {
    if (given === "-") continue;
    // Resolved, an empty path would be the folder the command runs in.
    const full = given === "" ? "" : path.resolve(cwd, given);
    const { kind, reason } = lookUp(full);
    if (kind === "regular" || kind === "other") {
      add(full, kind, realpathSync(full));
      continue;
    }
    const failures = unread.length;
    const found = kind === "folder" ? await findFiles(full, { unreadable }) : await findByGlob(given, cwd, unreadable);
    if (!found) throw new Misuse(unreadSentence({ path: given, reason }));
    if (found.length === 0 && !allowEmpty && unread.length === failures) throw new Misuse(nothingIn(given, kind));
    const real = kind === "folder" ? realpathSync(full) : full;
    for (const file of found) add(file, "regular", real === full ? file : real + file.slice(full.length));
  }
  if (paths.includes("-")) addStdin(inputs, stdinFilename === undefined ? STDIN : path.resolve(cwd, stdinFilename));
  return { inputs: [...inputs.values()].sort(byPath), unread };
}

/** Standard input takes the place of the file it stands for. */
function addStdin(inputs: Map<string, Input>, full: string): void {
  inputs.set(lookUp(full).kind === "regular" ? realpathSync(full) : full, { path: full, source: "stdin" });
}

/** What is at a path; whatever is no folder can be read like a file. */
interface Entry {
  readonly kind: Exclude<Input["source"], "stdin"> | "folder" | "nothing";
  /** Why there is nothing, in a few words. */
  readonly reason: string;
}

function lookUp(full: string): Entry {
  try {
    const found = statSync(full);
    return { kind: found.isDirectory() ? "folder" : found.isFile() ? "regular" : "other", reason: "" };
  } catch (error) {
    return { kind: "nothing", reason: reasonOf(error) };
  }
}

function nothingIn(given: string, kind: Entry["kind"]): string {
  const what = kind === "folder" ? `There is no setup file below "${given}"` : `No file matches "${given}"`;
  return `${what}: correct the path, or give --allow-empty if that is all right.`;
}

function byPath(a: Input, b: Input): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

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
async function findByGlob(
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
