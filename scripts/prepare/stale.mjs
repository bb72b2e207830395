import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const PRODUCED = new Set(["generated", "node_modules", "dist"]);

/**
 * Whether a produced file is missing or older than one of its sources.
 *
 * @param {string} product relative to the working directory
 * @param {readonly string[]} sources files and folders, likewise; a missing one counts as unchanged
 */
export async function isStale(product, sources) {
  const made = await modified(product);
  if (made === undefined) return true;
  const times = await Promise.all(sources.map((source) => newest(source)));
  return Math.max(...times) > made;
}

/**
 * @param {string} path
 * @returns {Promise<number>} milliseconds since the epoch, 0 where there is nothing
 */
async function newest(path) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return (await modified(path)) ?? 0;
  const inside = entries.filter((entry) => !PRODUCED.has(entry.name)).map((entry) => newest(join(path, entry.name)));
  return Math.max(0, ...(await Promise.all(inside)));
}

async function modified(/** @type {string} */ path) {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
