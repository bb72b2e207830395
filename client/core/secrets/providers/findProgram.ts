import { accessSync, constants, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { isInside } from "../../../../schemas/files.js";
import { repositoryOf } from "../../text/repositoryOf.js";
import { isBatchFile } from "./definitions.js";
import { startsOthers, wordsOf } from "./words.js";

export interface ProgramScope {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Programs in the repositories of these folders never run, so that a repository can't decide what runs. */
  readonly workspaceFolders: readonly string[];
}

/** A program and the environment to run it in. Its PATH is filtered too, for the program's own helpers. */
export type FoundProgram = { readonly file: string; readonly env: ProgramScope["env"] } | MissingProgram;

type MissingProgram =
  | { readonly missing: "not-installed" | "batch-file" }
  /** @property file the program that was ignored */
  | { readonly missing: "in-workspace"; readonly file: string };

const WINDOWS_ENDINGS = [".exe", ".com", ".cmd", ".bat"];

/** Finds the program of a command for one run. Ignores relative entries of PATH, and the repositories of the workspace. */
export function findProgram(
  [program = "", ...args]: readonly string[],
  { env, workspaceFolders }: ProgramScope,
): FoundProgram {
  const folders = [...workspaceFolders, ...workspaceFolders.map(realPath)];
  const workspace = [...new Set([...folders, ...folders.map((folder) => repositoryOf(folder))])];
  const isOutside = (file: string) => {
    const places = [file, realPath(file)];
    return !workspace.some((folder) => places.some((place) => place === folder || isInside(folder, place)));
  };
  // Windows ignores the case of variable names, but a copy of the environment doesn't.
  const key = Object.keys(env).find((name) => (process.platform === "win32" ? name.toUpperCase() : name) === "PATH");
  const listed = foldersIn(key === undefined ? "" : (env[key] ?? ""));
  const searched = listed.filter(isOutside);
  const find = (name: string): { readonly file: string } | MissingProgram => {
    let missing: MissingProgram = { missing: "not-installed" };
    const endings = process.platform === "win32" && path.extname(name) === "" ? WINDOWS_ENDINGS : [""];
    const named = listed.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending)));
    for (const file of path.isAbsolute(name) ? [name] : named) {
      if (!isProgram(file)) continue;
      if (!isOutside(file)) missing = { missing: "in-workspace", file };
      else if (isBatchFile(file)) missing = { missing: "batch-file" };
      else return { file };
    }
    return missing;
  };
  // A wrapper in the repository would also decide what runs.
  const started = startsOthers(program) ? wordsOf([program, ...args]).slice(1) : [];
  for (const file of started.filter((word) => path.isAbsolute(word)))
    if (!isOutside(file)) return { missing: "in-workspace", file };
  const [wrapped] = started.map(find).filter((found) => "file" in found);
  if (wrapped && "missing" in wrapped) return wrapped;
  const found = find(program);
  return "missing" in found
    ? found
    : { ...found, env: key === undefined ? env : { ...env, [key]: searched.join(path.delimiter) } };
}

function foldersIn(searchPath: string): readonly string[] {
  const folders = searchPath.split(path.delimiter);
  return folders.map((folder) => folder.replace(/^"(.*)"$/, "$1")).filter((folder) => path.isAbsolute(folder));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
