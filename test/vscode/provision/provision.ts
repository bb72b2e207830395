import { join } from "node:path";

import { CACHE } from "../../../scripts/folders.js";
import { withLock } from "../../../scripts/prepare/lock.mjs";
import { type VsCodeBuild } from "../host/vscode-build.js";
import { provisionChromium } from "./chromium.js";
import { type Edition } from "./pins.js";
import { installServer } from "./vscode-server.js";

/**
 * Brings one edition of VS Code's server into the cache. Quick when it is there already; safe when two processes ask
 * at the same time.
 *
 * @param log receives one line per step that takes time
 */
export function provisionServer(edition: Edition, log: (line: string) => void): Promise<VsCodeBuild> {
  return withLock(
    join(CACHE, `${edition}.lock`),
    () => installServer(edition, log),
    () => {
      log("Waiting for another run that is installing the same VS Code");
    },
  );
}

/**
 * Finds or installs the browser that VS Code is driven in.
 *
 * @returns the absolute path of Chromium
 */
export function provisionBrowser(log: (line: string) => void): Promise<string> {
  return withLock(
    join(CACHE, "browser.lock"),
    () => provisionChromium(log),
    () => {
      log("Waiting for another run that is installing Chromium");
    },
  );
}
