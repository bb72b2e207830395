import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { CACHE, ROOT } from "../folders.mjs";
import { withLock } from "./lock.mjs";
import { runCommand } from "./run-command.mjs";

const OLDEST_NODE = [20, 19];

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }>} Packages */

/**
 * Installs the project's dependencies when they are missing or are not those of package-lock.json.
 *
 * @param {(line: string) => void} log
 * @throws {Error} with the next step when Node is too old or the installation fails
 */
export async function ensureInstalled(log) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Error(
      `Node ${OLDEST_NODE.join(".")} or later is needed, and this is ${process.versions.node}. Install a newer Node and run again.`,
    );
  }
  if (await isInstalled()) return;
  const install = async () => {
    if (await isInstalled()) return;
    log("Installing the dependencies (once, and after package-lock.json has changed)");
    try {
      await runCommand("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: ROOT });
    } catch (cause) {
      throw new Error(
        "The dependencies could not be installed. Check the network and npm's settings, then run again.",
        { cause },
      );
    }
  };
  await withLock(join(CACHE, "install.lock"), install, () =>
    log("Waiting for another run that is installing the dependencies"),
  );
}

/** Compares what npm recorded when it last finished with what package-lock.json asks for. */
async function isInstalled() {
  const wanted = await readPackages(join(ROOT, "package-lock.json"));
  const present = await readPackages(join(ROOT, "node_modules", ".package-lock.json"));
  if (!wanted) throw new Error("package-lock.json is missing or broken. Restore it from version control.");
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, optional, devOptional, peer, link }]) => {
    if (path === "" || link) return true;
    const found = present[path];
    // Packages for other platforms are listed as optional, and are not there.
    return found ? found.version === version : Boolean(optional ?? devOptional ?? peer);
  });
}

/** @returns {Promise<Packages | undefined>} */
async function readPackages(/** @type {string} */ file) {
  try {
    return JSON.parse(await readFile(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}
