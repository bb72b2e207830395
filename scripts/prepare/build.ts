import { join } from "node:path";

import { CACHE } from "../folders.js";
import { buildAll, LAST_PRODUCT } from "../build/build.js";
import { withLock } from "./lock.mjs";
import { isStale } from "./stale.mjs";

const SOURCES = ["client", "server", "schemas", "scripts/build", "package.json", "package-lock.json"];

/**
 * Builds the extension when a source is newer than what was built. Needs the dependencies.
 */
export async function ensureBuilt(log: (line: string) => void): Promise<void> {
  const build = async (): Promise<void> => {
    if (!(await isStale(LAST_PRODUCT, SOURCES))) return;
    log("Building the extension");
    await buildAll({ production: true });
  };
  await withLock(join(CACHE, "build.lock"), build, () => {
    log("Waiting for another run that is building");
  });
}
