import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project root, absolute, without a trailing separator. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

/** The ignored folder that holds everything downloaded or produced for running a real VS Code. */
export const CACHE = join(ROOT, ".vscode-test");

/** Where one edition of the VS Code server is installed. */
export function serverFolder(/** @type {string} */ edition) {
  return join(CACHE, "servers", edition);
}
