import path, { type PlatformPath } from "node:path";

/** The language of setup files. It's our own, so that nothing else checks them or fetches their `$schema`. */
export const LANGUAGE_ID = "vaultconn";

/** How the name of a setup file ends. */
export const FILE_ENDING = ".vaultconn.json";

/** The page that explains each code of a problem, in a section named after it. */
export const EXPLANATIONS = "https://github.com/vaultconn/vault-connections/blob/main/docs/diagnostics.md";

/**
 * Whether a path is inside a folder, as the file of `${file:}` must be. Doesn't resolve links.
 * @param system whose paths they are.
 */
export function isInside(folder: string, file: string, system: PlatformPath = path): boolean {
  const relative = system.relative(folder, file);
  // From one drive of Windows to another, it's the absolute path.
  if (relative === "" || system.isAbsolute(relative)) return false;
  return relative.split(system.sep)[0] !== "..";
}
