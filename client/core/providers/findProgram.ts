import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { isInside } from "../text/isInside.js";
import { isBatchFile } from "./definitions.js";

export interface ProgramScope {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Nothing in them is ever found by its name: anyone who writes a repository doesn't decide what runs. */
  readonly workspaceFolders: readonly string[];
}

export type FoundProgram = { readonly file: string } | { readonly missing: "not-found" | "batch-file" };

/** Looks up a program again for each start. PATH is searched without its relative entries and without the workspace. */
export async function findProgram(program: string, scope: ProgramScope): Promise<FoundProgram> {
  if (path.isAbsolute(program)) return (await isProgram(program)) ? { file: program } : { missing: "not-found" };
  const folders = [...scope.workspaceFolders, ...(await Promise.all(scope.workspaceFolders.map(realPath)))];
  let isBatch = false;
  for (const searched of searchedFolders(scope.env)) {
    for (const candidate of candidatesFor(path.join(searched, program))) {
      if (!(await isProgram(candidate))) continue;
      const places = [candidate, await realPath(candidate)];
      if (folders.some((workspace) => places.some((place) => isInside(workspace, place)))) continue;
      if (!isBatchFile(candidate)) return { file: candidate };
      isBatch = true;
    }
  }
  return { missing: isBatch ? "batch-file" : "not-found" };
}

function searchedFolders(env: ProgramScope["env"]): readonly string[] {
  // Windows ignores the case of a variable's name; a copy of its environment doesn't.
  const key = Object.keys(env).find((name) => (process.platform === "win32" ? name.toUpperCase() : name) === "PATH");
  const folders = (key === undefined ? "" : (env[key] ?? "")).split(path.delimiter);
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
