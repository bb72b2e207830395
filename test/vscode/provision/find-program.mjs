import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

/**
 * The first of the given programs that can be run: a bare name is looked up on the PATH, a path is taken as it is.
 *
 * @param {string[]} candidates
 * @returns {Promise<string | undefined>} an absolute path
 */
export async function findProgram(candidates) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const candidate of candidates) {
    const isPath = /[\\/]/.test(candidate);
    const places = isPath
      ? [candidate]
      : folders.flatMap((folder) => endings.map((end) => join(folder, candidate + end)));
    for (const place of places) {
      if (await isExecutable(place)) return place;
    }
  }
  return undefined;
}

async function isExecutable(/** @type {string} */ file) {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
