import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { CACHE, ROOT } from "../../scripts/folders.mjs";
import { provisionBrowser, provisionServer } from "./provision/provision.mjs";

/** Brings VS Code and the browser before the first suite, and tells the suites where they are. */
export async function setup(/** @type {import("vitest/node").TestProject} */ project) {
  const edition = process.env.VAULTCONN_VSCODE === "oldest" ? "oldest" : "current";
  const log = (/** @type {string} */ line) => console.log(line);
  project.provide("chromium", await provisionBrowser(log));
  project.provide("vscode", await provisionServer(edition, log));
  project.provide("extension", process.env.VAULTCONN_EXTENSION_FOLDER ?? ROOT);
  const screenshots = join(CACHE, "screenshots", edition);
  // What a second try is about should still be there to be looked at.
  if (process.env.VAULTCONN_TRY !== "second") await removeOldFailures(screenshots);
  project.provide("screenshots", screenshots);
}

async function removeOldFailures(/** @type {string} */ folder) {
  const names = await readdir(folder).catch(() => []);
  const failures = names.filter((name) => name.startsWith("failed-"));
  await Promise.all(failures.map((name) => rm(join(folder, name))));
}
