import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { execa } from "execa";

import { buildAll, LAST_PRODUCT } from "./build.js";

const SOURCES = ["client", "server", "schemas", "scripts/build", "package.json", "package-lock.json"];
const PRODUCED = /(?:^|[\\/])(?:generated|node_modules|dist)(?:$|[\\/])/;

/** Builds the extension if a source is newer than what was built. */
export async function ensureBuilt(): Promise<void> {
  if (!(await isStale(LAST_PRODUCT, SOURCES))) return;
  console.log("Building the extension");
  await buildAll({ production: true });
}

/**
 * Installs the packages of a folder that has its own package-lock.json, unless they're installed.
 *
 * @param folder relative to the project root
 */
export async function installFolder(folder: string): Promise<void> {
  if (!(await isStale(`${folder}/node_modules/.package-lock.json`, [`${folder}/package-lock.json`]))) return;
  console.log(`Installing the packages of ${folder} (once, and after its package-lock.json has changed)`);
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await execa("npm", ["ci", ...options], { cwd: folder, stdin: "ignore" });
}

/** Whether a produced file is missing or older than one of its sources. */
async function isStale(product: string, sources: readonly string[]): Promise<boolean> {
  const made = await modified(product);
  if (made === undefined) return true;
  const times = await Promise.all(sources.map(newest));
  return Math.max(...times) > made;
}

/** @returns the time of the latest change in a file or folder, in milliseconds; 0 if there is none */
async function newest(path: string): Promise<number> {
  const inside = await readdir(path, { recursive: true }).catch(() => [""]);
  const times = await Promise.all(
    inside.filter((name) => !PRODUCED.test(name)).map((name) => modified(join(path, name))),
  );
  return Math.max(0, ...times.map((time) => time ?? 0));
}

async function modified(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
