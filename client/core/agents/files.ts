import { lstat, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { FILE_ENDING } from "../files/setupFile.js";
import { escapeText } from "../text/sanitizeText.js";
import { isInside } from "../text/isInside.js";
import { AgentError, type AgentHost } from "./host.js";

const MAX_PATH_LENGTH = 1000;
/** `file:` and others. A drive has one letter. */
const SCHEME = /^[a-z][a-z\d+.-]+:/i;
/** A share on another computer, or a device. */
const NETWORK_PATH = /^(?:\\\\|\/\/)/;

/**
 * The setup files that a path means: itself, or those below it.
 * @param requested relative to one of the folders, or absolute.
 * @returns real paths.
 * @throws AgentError if it leads outside of the folders, also through links, or to nothing.
 */
export async function setupFilesAt(requested: string, host: AgentHost): Promise<readonly string[]> {
  const shown = JSON.stringify(escapeText(requested, 200));
  const outside = new AgentError(`${shown} is outside of the workspace. Only setup files inside of it can be read.`);
  if (
    requested.length > MAX_PATH_LENGTH ||
    /\p{Cc}/u.test(requested) ||
    SCHEME.test(requested) ||
    NETWORK_PATH.test(requested)
  )
    throw outside;
  const candidates = path.isAbsolute(requested)
    ? [requested]
    : host.folders.flatMap((folder) => pathsIn(folder, requested, host));
  const inside = candidates.map((file) => path.normalize(file)).filter((file) => isWithin(host, file));
  if (inside.length === 0) throw outside;
  for (const file of inside) {
    const real = await realpath(file).catch(() => undefined);
    if (!isWithin(host, real ?? (await nearestReal(file)))) throw outside;
    if (real === undefined) continue;
    const found = await stat(real);
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

/** Where a path leads of which the end doesn't exist. An answer mustn't tell what exists elsewhere. */
async function nearestReal(file: string): Promise<string> {
  // A link that leads nowhere might lead outside.
  if (await lstat(file).catch(() => undefined)) return "";
  const folder = path.dirname(file);
  return realpath(folder).catch(() => (folder === file ? folder : nearestReal(folder)));
}

/** In a workspace with several folders, paths may begin with a folder's name, as in VS Code. */
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

/** Relative to its folder, with slashes. */
export function displayPath(file: string, { folders }: AgentHost): string {
  const folder = folders.find((one) => isInside(one, file));
  if (folder === undefined) return escapeText(file, MAX_PATH_LENGTH);
  const relative = path.relative(folder, file).replaceAll(path.sep, "/");
  return escapeText(folders.length > 1 ? `${path.basename(folder)}/${relative}` : relative, MAX_PATH_LENGTH);
}
