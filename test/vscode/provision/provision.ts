import { join } from "node:path";

import { CACHE } from "../../../scripts/folders.js";
import { type VsCodeBuild } from "../host/vscode-build.js";
import { withLock } from "./lock.js";
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
