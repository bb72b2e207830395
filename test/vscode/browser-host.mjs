// Runs the suite inside the extension host of a VS Code server:
// node test/vscode/browser-host.mjs [current|oldest] [--results FILE]

import { runSuite } from "./run-suite.mjs";

const edition = process.argv.includes("oldest") ? "oldest" : "current";

await runSuite(`VS Code in the browser (${edition})`, async (run) => {
  const { provisionBrowser, provisionServer } = await import("./provision/provision.mjs");
  const { loadTypeScript } = await import("../../scripts/load-typescript.mjs");
  const log = (/** @type {string} */ line) => console.log(line);
  const chromium = await provisionBrowser(log);
  const build = await provisionServer(edition, log);
  const { runInBrowser } = await loadTypeScript("test/vscode/host/run-in-browser.ts");
  return runInBrowser({ ...run, build, chromium });
});
