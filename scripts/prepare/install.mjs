import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

import { withLock } from "./lock.mjs";

const OLDEST_MAJOR = 20;
const OLDEST_MINOR = 19;
const INSTALL = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }>} Packages */

/**
 * Installs the project's dependencies, in the working directory, when they are missing or are not those of package-lock.json.
 *
 * @param {(line: string) => void} log
 * @throws {Error} with the next step when Node is too old or the installation fails
 */
export async function ensureInstalled(log) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < OLDEST_MAJOR || (major === OLDEST_MAJOR && minor < OLDEST_MINOR)) {
    throw new Error(
      `Node ${OLDEST_MAJOR}.${OLDEST_MINOR} or later is needed, and this is ${process.versions.node}. Install a newer Node and run again.`,
    );
  }
  if (await isInstalled()) return;
  const install = async () => {
    if (await isInstalled()) return;
    log("Installing the dependencies (once, and after package-lock.json has changed)");
    try {
      await promisify(execFile)("npm", INSTALL, { shell: process.platform === "win32" });
    } catch (cause) {
      throw new Error(
        "The dependencies could not be installed. Check the network and npm's settings, then run again.",
        { cause },
      );
    }
  };
  await withLock(".vscode-test/install.lock", install, () => {
    log("Waiting for another run that is installing the dependencies");
  });
}

/** Compares what npm recorded when it last finished with what package-lock.json asks for. */
async function isInstalled() {
  const wanted = await readPackages("package-lock.json");
  const present = await readPackages("node_modules/.package-lock.json");
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
    /** @type {{ packages?: Packages }} */
    const { packages } = JSON.parse(await readFile(file, "utf8"));
    return packages;
  } catch {
    return undefined;
  }
}
