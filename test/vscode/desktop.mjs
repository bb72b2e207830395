// Runs the suite inside the extension host of a desktop VS Code: npm run test:desktop [-- --version 1.100.3]

import { ensureBuilt } from "../../scripts/prepare/build.mjs";
import { ensureInstalled } from "../../scripts/prepare/install.mjs";

const log = (/** @type {string} */ line) => console.log(line);
const at = process.argv.indexOf("--version");
const version = (at < 0 ? undefined : process.argv[at + 1]) ?? "stable";

try {
  await ensureInstalled(log);
  await ensureBuilt(log);
  const { runSuite } = await import("./run-suite.mjs");
  const { loadTypeScript } = await import("../../scripts/load-typescript.mjs");
  await runSuite(`VS Code on the desktop (${version})`, async (run) => {
    const { runOnDesktop } = await loadTypeScript("test/vscode/host/run-on-desktop.ts");
    return runOnDesktop({ ...run, version, program: process.env.VSCODE_PATH, log });
  });
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}
