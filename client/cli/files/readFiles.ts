import { existsSync, realpathSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { addAbortSignal } from "node:stream";
import { pathToFileURL } from "node:url";
import pLimit from "p-limit";
import picomatch from "picomatch";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { checkFiles, type FileText, findFiles, type Problem } from "../../../server/src/library.js";
import type { NamedFile } from "../../core/connections/listed.js";
import { readInside } from "../../core/storage/readRegularFile.js";
import { reasonOf, unreadFault } from "../../core/files/readFaults.js";
import { namedIn } from "../../core/files/setupFileName.js";
import { interrupted, misuse } from "../exits.js";
import { say, type Io } from "../io.js";
import { existsAmong } from "../options/providers.js";
import type { Session } from "../session.js";
import { pathFrom, realPath, STDIN } from "./pathFrom.js";
import { decodeText, readStream, readText, skippedSentence, unreadSentence, type Unread } from "./readText.js";

const MAX_OPEN_FILES = 16;

export interface SetupFile {
  readonly path: string;
  /** Empty if it can't be read. */
  readonly text: string;
  /** Relative to the root, with slashes, for messages and plans. */
  readonly displayPath: string;
  readonly uri: string;
  readonly inspected: Omit<InspectResult, "version">;
  readonly problems: readonly Problem[];
  /** A sentence that says why the file couldn't be read; undefined if it was. */
  readonly unread: string | undefined;
}

/**
 * Finds, reads and checks setup files with the editor's rules.
 * @param requested files, folders and globs; the root if empty.
 * @returns files in path order, those that can't be read first.
 * @param allowEmpty whether a folder may have no setup file.
 * @throws ExitError if something doesn't exist or is outside the root.
 */
export async function readFiles(
  requested: readonly string[],
  { root, io, providers }: Pick<Session, "root" | "io" | "providers">,
  allowEmpty = false,
): Promise<readonly SetupFile[]> {
  const paths = requested.length > 0 ? requested : [root];
  const found = await findInputs({ paths, allowEmpty, cwd: io.cwd });
  for (const one of found.skipped) await say(io.stderr, skippedSentence(one));
  const other = found.inputs.find(({ source }) => source !== "regular");
  if (other) throw misuse(`"${other.path}" isn't a setup file.`);
  // The root is a real path, too. A link inside it that leads elsewhere is outside.
  const inputs = found.inputs.map((input) => ({ ...input, path: realPath(input.path) }));
  const { texts, unread } = await readInputs(inputs, io);
  const why = new Map([...found.unread, ...unread].map((one) => [one.path, unreadFault(one.reason)]));
  const all = [...[...why.keys()].map((file) => ({ path: file, text: "" })), ...texts];
  const files = checkFiles(all, { exists: existsAmong(providers) }).map((checked, at) => ({
    path: checked.path,
    text: all[at]?.text ?? "",
    displayPath: pathFrom(root, checked.path),
    uri: pathToFileURL(checked.path).href,
    inspected: checked.inspect(),
    problems: checked.problems,
    unread: why.get(checked.path),
  }));
  const outside = files.find(({ displayPath }) => path.isAbsolute(displayPath));
  if (outside)
    throw misuse(`"${outside.displayPath}" is outside the root. Set --root to a folder that contains all files.`);
  return files;
}

/** The connection that a file names. */
export function namedAs({ path: file, inspected: { id, tenant, expires } }: SetupFile): NamedFile {
  return { path: file, id: id?.value ?? "", tenant: tenant?.value, expires: expires?.value };
}

/** @returns texts, and the files that can't be read. @throws ExitError if it's interrupted. */
export async function readInputs(inputs: readonly Input[], { stdin, stopping }: Pick<Io, "stdin" | "stopping">) {
  const texts: FileText[] = [];
  const unread: Unread[] = [];
  for (const { path: file, source } of inputs) {
    try {
      const text =
        source === "stdin" ? await readStream(addAbortSignal(stopping, stdin)) : await readText(file, stopping);
      texts.push({ path: file, text });
    } catch (error) {
      if (stopping.aborted) throw interrupted("Interrupted.");
      unread.push({ path: file, reason: reasonOf(error) });
    }
  }
  return { texts, unread };
}

/** Returns the ID and tenant in each setup file below a folder, in path order. Both are empty if reading fails. */
export async function namedFiles(root: string): Promise<readonly NamedFile[]> {
  const paths = await findFiles(root);
  const files = await pLimit(MAX_OPEN_FILES).map([...paths].sort(), (file) => namedFile(file, root));
  return files.flatMap((file) => file ?? []);
}

/** Returns undefined for a file outside the root, if a link has replaced one of its folders. */
async function namedFile(file: string, root: string): Promise<NamedFile | undefined> {
  try {
    const bytes = await readInside(file, [root]);
    if (!bytes) return undefined;
    const { id = "", tenant, expires } = namedIn(decodeText([bytes]));
    return { path: file, id, tenant, expires };
  } catch {
    const real = await realpath(file).catch(() => undefined);
    return real === file ? { path: file, id: "", tenant: undefined } : undefined;
  }
}

export interface Input {
  readonly path: string;
  /** `other`: not a regular file but readable, such as a pipe. */
  readonly source: "stdin" | "regular" | "other";
}

interface InputQuery {
  readonly paths: readonly string[];
  readonly cwd: string;
  /** The path of the file on standard input, if `paths` contains "-". */
  readonly stdinFilename?: string | undefined;
  readonly allowEmpty?: boolean | undefined;
}

/**
 * @returns each file once, in path order, unreadable folders that were named, and `skipped`: those below.
 * @throws ExitError if a path doesn't exist or has no file below it.
 */
export async function findInputs({ paths, stdinFilename, allowEmpty = false, cwd }: InputQuery) {
  const inputs = new Map<string, Input>();
  const unread: Unread[] = [];
  const skipped: Unread[] = [];
  // A key is a native path, since others keep the case as it was typed where case makes no difference.
  const add = (file: string, source: Input["source"], key: string): void => {
    if (!inputs.has(key)) inputs.set(key, { path: file, source });
  };
  for (const requested of new Set(paths)) {
    if (requested === "-") continue;
    // `path.resolve` turns an empty path into the current folder.
    const full = requested === "" ? "" : path.resolve(cwd, requested);
    const { kind, reason } = lookUp(full);
    if (kind === "regular" || kind === "other") {
      add(full, kind, realpathSync.native(full));
      continue;
    }
    const before = skipped.length;
    const unreadable = (folder: string, error: unknown): void => {
      (folder === full ? unread : skipped).push({ path: folder, reason: reasonOf(error) });
    };
    const failures = unread.length;
    const found =
      kind === "folder" ? await findFiles(full, { unreadable }) : await findByGlob(requested, cwd, unreadable);
    if (!found) throw misuse(unreadSentence({ path: requested, reason }));
    if (found.length === 0 && !allowEmpty && unread.length === failures)
      throw misuse([...skipped.slice(before).map(skippedSentence), nothingIn(requested, kind)]);
    const real = kind === "folder" ? realpathSync.native(full) : full;
    for (const file of found) add(file, "regular", real === full ? file : real + file.slice(full.length));
  }
  if (paths.includes("-")) {
    // Standard input replaces the file with its name.
    const full = stdinFilename === undefined ? STDIN : path.resolve(cwd, stdinFilename);
    inputs.set(lookUp(full).kind === "regular" ? realpathSync.native(full) : full, { path: full, source: "stdin" });
  }
  return {
    inputs: [...inputs.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
    unread,
    skipped,
  };
}

function lookUp(full: string): { readonly kind: "regular" | "other" | "folder" | "nothing"; readonly reason: string } {
  try {
    const found = statSync(full);
    return { kind: found.isDirectory() ? "folder" : found.isFile() ? "regular" : "other", reason: "" };
  } catch (error) {
    return { kind: "nothing", reason: reasonOf(error) };
  }
}

function nothingIn(requested: string, kind: string): string {
  const what = kind === "folder" ? `There are no setup files below "${requested}"` : `No file matches "${requested}"`;
  return `${what}. Correct the path. If no files are expected, add --allow-empty.`;
}

/**
 * Also matches names that begin with a dot.
 * @returns absolute paths in no particular order; undefined if `pattern` isn't a glob.
 */
async function findByGlob(
  pattern: string,
  cwd: string,
  unreadable: (folder: string, error: unknown) => void,
): Promise<readonly string[] | undefined> {
  const slashed = path.sep === "\\" ? pattern.replaceAll("\\", "/") : pattern;
  const { base, glob, isGlob } = picomatch.scan(slashed.replaceAll(/(?<=[^/])\/{2,}/g, "/"), { nonegate: true });
  if (!isGlob || glob === "") return undefined;
  const folder = path.resolve(cwd, base);
  // A missing folder is no error: the glob just matches nothing.
  if (!existsSync(folder)) return [];
  const isMatch = picomatch(glob, { dot: true, nonegate: true });
  const start = folder.endsWith(path.sep) ? folder.length : folder.length + 1;
  const matches = (file: string): boolean => isMatch(file.slice(start).replaceAll(path.sep, "/"));
  // Braces and parentheses may contain slashes.
  const maxDepth = /\*\*|[{(]/.test(glob) ? Infinity : glob.split("/").length - 1;
  return findFiles(folder, { matches, maxDepth, unreadable });
}
