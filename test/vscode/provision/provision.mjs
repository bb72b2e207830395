import { join } from "node:path";

import { provisionChromium } from "./chromium.mjs";
import { CACHE } from "../../../scripts/folders.mjs";
import { withLock } from "../../../scripts/prepare/lock.mjs";
import { installServer } from "./vscode-server.mjs";

/**
 * Brings one edition of VS Code's server into the cache. Quick when it is there already; safe when two processes ask
 * at the same time.
 *
 * @param {import('./pins.mjs').Edition} edition
 * @param {(line: string) => void} log receives one line per step that takes time
 * @returns {Promise<import('./vscode-server.mjs').InstalledServer>}
 */
export function provisionServer(edition, log) {
  return withLock(
    join(CACHE, `${edition}.lock`),
    () => installServer(edition, log),
    () => log("Waiting for another run that is installing the same VS Code"),
  );
}

/**
 * Finds or installs the browser that VS Code is driven in.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<string>} the absolute path of Chromium
 */
export function provisionBrowser(log) {
  return withLock(
    join(CACHE, "browser.lock"),
    () => provisionChromium(log),
    () => log("Waiting for another run that is installing Chromium"),
  );
}
