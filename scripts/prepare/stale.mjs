import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.mjs";

const PRODUCED = new Set(["generated", "node_modules", "dist"]);

/**
 * Whether a produced file is missing or older than one of its sources.
 *
 * @param {string} product relative to the project root
 * @param {string[]} sources files and folders, relative to the project root; a missing one counts as unchanged
 */
export async function isStale(product, sources) {
  const made = await modified(join(ROOT, product));
  if (made === undefined) return true;
  const times = await Promise.all(sources.map((source) => newest(join(ROOT, source))));
  return Math.max(...times) > made;
}

/** @returns {Promise<number>} milliseconds since the epoch, 0 where there is nothing */
async function newest(/** @type {string} */ path) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return (await modified(path)) ?? 0;
  const inside = entries.filter((entry) => !PRODUCED.has(entry.name)).map((entry) => newest(join(path, entry.name)));
  return Math.max(0, ...(await Promise.all(inside)));
}

async function modified(/** @type {string} */ path) {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
