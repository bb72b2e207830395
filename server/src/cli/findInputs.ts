import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { findFiles } from "../workspace/findFiles.js";
import { findByGlob } from "./glob.js";
import { Misuse, reasonOf, unreadSentence, type Unread } from "./misuse.js";

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
