import { execa } from "execa";
import { join } from "node:path";

import { isStale } from "./build/ensure.js";
import { ROOT } from "./folders.js";

/**
 * Installs the packages of a folder that has its own package-lock.json, unless they're installed.
 *
 * @param folder relative to the project root
 */
export async function installFolder(folder: string): Promise<void> {
  if (!(await isStale(`${folder}/node_modules/.package-lock.json`, [`${folder}/package-lock.json`]))) return;
  console.log(`Installing the packages of ${folder} (once, and after its package-lock.json has changed)`);
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await execa("npm", ["ci", ...options], { cwd: join(ROOT, folder), stdin: "ignore" });
}
