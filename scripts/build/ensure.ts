import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { buildAll, LAST_PRODUCT } from "./build.js";

const SOURCES = ["client", "server", "schemas", "scripts/build", "package.json", "package-lock.json"];
const PRODUCED = new Set(["generated", "node_modules", "dist"]);

/** Builds the extension if a source is newer than what was built. */
export async function ensureBuilt(): Promise<void> {
  if (!(await isStale(LAST_PRODUCT, SOURCES))) return;
  console.log("Building the extension");
  await buildAll({ production: true });
}

/** Whether a produced file is missing or older than one of its sources. */
export async function isStale(product: string, sources: readonly string[]): Promise<boolean> {
  const made = await modified(product);
  if (made === undefined) return true;
  const times = await Promise.all(sources.map(newest));
  return Math.max(...times) > made;
}

/** @returns the time of the latest change in a file or folder, in milliseconds; 0 if there is none */
async function newest(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return (await modified(path)) ?? 0;
  const inside = entries.filter((entry) => !PRODUCED.has(entry.name)).map((entry) => newest(join(path, entry.name)));
  return Math.max(0, ...(await Promise.all(inside)));
}

async function modified(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
