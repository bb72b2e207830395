import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { isInside } from "../../../schemas/files.js";
import { isBatchFile } from "./definitions.js";

export interface ProgramScope {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Programs in these folders are never found by name, so that a repository can't decide what runs. */
  readonly workspaceFolders: readonly string[];
}

/** A program and the environment to run it in. Its PATH is filtered too, for the program's own helpers. */
export type FoundProgram =
  | { readonly file: string; readonly env: ProgramScope["env"] }
  | { readonly missing: "not-installed" | "batch-file" };

/** Finds a program for one run. Ignores relative entries of PATH and folders of the workspace. */
export async function findProgram(program: string, { env, workspaceFolders }: ProgramScope): Promise<FoundProgram> {
  const workspace = [...workspaceFolders, ...(await Promise.all(workspaceFolders.map(realPath)))];
  const isOutside = async (file: string) => {
    const places = [file, await realPath(file)];
    return !workspace.some((folder) => places.some((place) => place === folder || isInside(folder, place)));
  };
  // Windows ignores the case of variable names, but a copy of the environment doesn't.
  const key = Object.keys(env).find((name) => (process.platform === "win32" ? name.toUpperCase() : name) === "PATH");
  const searched: string[] = [];
  for (const folder of foldersIn(key === undefined ? "" : (env[key] ?? "")))
    if (await isOutside(folder)) searched.push(folder);
  const found = (file: string) => ({
    file,
    env: key === undefined ? env : { ...env, [key]: searched.join(path.delimiter) },
  });
  if (path.isAbsolute(program)) return (await isProgram(program)) ? found(program) : { missing: "not-installed" };
  let isBatch = false;
  for (const candidate of searched.flatMap((folder) => candidatesFor(path.join(folder, program)))) {
    if (!(await isProgram(candidate)) || !(await isOutside(candidate))) continue;
    if (!isBatchFile(candidate)) return found(candidate);
    isBatch = true;
  }
  return { missing: isBatch ? "batch-file" : "not-installed" };
}

function foldersIn(searchPath: string): readonly string[] {
  const folders = searchPath.split(path.delimiter);
  return folders.map((folder) => folder.replace(/^"(.*)"$/, "$1")).filter((folder) => path.isAbsolute(folder));
}

function candidatesFor(program: string): readonly string[] {
  if (process.platform !== "win32" || path.extname(program) !== "") return [program];
  return [".exe", ".com", ".cmd", ".bat"].map((extension) => program + extension);
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

function realPath(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}
