import { join } from "node:path";

import { CACHE, ROOT } from "../folders.mjs";
import { withLock } from "./lock.mjs";
import { runCommand } from "./run-command.mjs";
import { isStale } from "./stale.mjs";

const SOURCES = ["client", "server", "schemas", "esbuild.mjs", "package.json", "package-lock.json"];
/** What the build writes last. */
const LAST_PRODUCT = "dist/vaultconn.schema.json";

/**
 * Builds the extension when a source is newer than what was built. Needs the dependencies.
 *
 * @param {(line: string) => void} log
 */
export async function ensureBuilt(log) {
  const build = async () => {
    if (!(await isStale(LAST_PRODUCT, SOURCES))) return;
    log("Building the extension");
    await runCommand(process.execPath, ["esbuild.mjs", "--production"], { cwd: ROOT });
  };
  await withLock(join(CACHE, "build.lock"), build, () => log("Waiting for another run that is building"));
}
