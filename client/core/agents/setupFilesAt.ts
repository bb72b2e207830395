import { lstat, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { FILE_ENDING, isInside } from "../../../schemas/files.js";
import { escapeText } from "../text/escapeText.js";
import { AgentError, type AgentHost } from "./host.js";

const MAX_PATH_LENGTH = 1000;
/** A URI scheme, such as `file:`. A single letter is a drive. */
const SCHEME = /^[a-z][a-z\d+.-]+:/i;
/** A network share or a device. */
const NETWORK_PATH = /^(?:\\\\|\/\/)/;

/**
 * Finds the setup file at a path, or the setup files below it.
 * @param requested absolute, relative to one of the folders, or a `file:` URI.
 * @returns real paths.
 * @throws AgentError if the path doesn't exist or is outside the folders, even through links.
 */
export async function setupFilesAt(requested: string, host: AgentHost): Promise<readonly string[]> {
  const shown = JSON.stringify(escapeText(requested, 200));
  const outside = new AgentError(`${shown} is outside of the workspace. Only setup files inside of it can be read.`);
  const named = pathOf(requested);
  if (named === undefined || /\p{Cc}/u.test(named) || NETWORK_PATH.test(named)) throw outside;
  // An absolute path may lead inside through a link.
  const candidates = path.isAbsolute(named)
    ? [path.normalize(named)]
    : host.folders.flatMap((folder) => pathsIn(folder, named, host)).filter((file) => isWithin(host, file));
  if (candidates.length === 0) throw outside;
  for (const file of candidates) {
    const real = await realpath(file).catch(() => undefined);
    if (!isWithin(host, real ?? (await nearestReal(file)))) throw outside;
    const found = real === undefined ? undefined : await stat(real).catch(() => undefined);
    if (real === undefined || !found) continue;
    if (found.isFile() && real.endsWith(FILE_ENDING)) return [real];
    if (found.isDirectory()) {
      const files = await host.setupFiles();
      return files.map((one) => one.path).filter((one) => isInside(real, one));
    }
    throw new AgentError(`${shown} isn't a setup file. Names of setup files end in ${FILE_ENDING}.`);
  }
  throw new AgentError(
    `There is no ${shown}. Give the path of a ${FILE_ENDING} file, relative to the workspace folder.`,
  );
}

/** Returns undefined for a URI of anything but a file on this machine. */
function pathOf(requested: string): string | undefined {
  if (!SCHEME.test(requested)) return requested;
  try {
    return fileURLToPath(requested);
  } catch {
    return undefined;
  }
}

/** Resolves the part of a path that exists, so that an answer never reveals what exists outside the workspace. */
async function nearestReal(file: string): Promise<string> {
  // A broken link might lead outside.
  if (await lstat(file).catch(() => undefined)) return path.parse(file).root;
  const folder = path.dirname(file);
  return realpath(folder).catch(() => (folder === file ? folder : nearestReal(folder)));
}

/** As in VS Code, paths may begin with the folder's name if there are several folders. */
function pathsIn(folder: string, requested: string, { folders }: AgentHost): readonly string[] {
  const own = path.resolve(folder, requested);
  const [first] = requested.split(/[\\/]/);
  return folders.length > 1 && first === path.basename(folder)
    ? [path.resolve(path.dirname(folder), requested), own]
    : [own];
}

function isWithin({ folders }: AgentHost, file: string): boolean {
  return folders.some((folder) => folder === file || isInside(folder, file));
}

/** Returns a path relative to its folder, with slashes. */
export function displayPath(file: string, { folders }: AgentHost): string {
  const folder = folders.find((one) => isInside(one, file));
  if (folder === undefined) return escapeText(file, MAX_PATH_LENGTH);
  const relative = path.relative(folder, file).replaceAll(path.sep, "/");
  return escapeText(folders.length > 1 ? `${path.basename(folder)}/${relative}` : relative, MAX_PATH_LENGTH);
}
