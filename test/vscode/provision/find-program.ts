import { access, constants } from "node:fs/promises";
import { basename, delimiter, join, resolve } from "node:path";

/** What the names of programs end with. */
const ENDINGS = process.platform === "win32" ? ["", ...(process.env["PATHEXT"] ?? ".EXE").split(delimiter)] : [""];

/**
 * The first of the given programs that can be run: a bare name is looked up on the PATH, a path is taken as it is.
 *
 * @returns an absolute path
 */
export async function findProgram(candidates: readonly string[]): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  for (const candidate of candidates) {
    const places =
      basename(candidate) === candidate ? folders.map((folder) => join(folder, candidate)) : [resolve(candidate)];
    for (const file of places.flatMap((place) => ENDINGS.map((ending) => place + ending)))
      if (await canRun(file)) return file;
  }
  return undefined;
}

async function canRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
