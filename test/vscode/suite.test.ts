import type { Page } from "playwright-core";
import { describe, inject, it } from "vitest";
import { type SuiteRun, runSuite } from "./run-suite.js";
import { startBrowser } from "./host/browser.js";
import type { VsCodeBuild } from "./provision/vscode-server.js";
import { startVsCodeServer, type VsCodeServer } from "./host/vscode-server.js";

/** After the extension host has gone, VS Code is given this long to say how the suite ended. */
const CRASH_GRACE_MS = 5000;
const CRASHED = /Extension host with pid \d+ exited|extension host.*(terminated|crashed)/i;

/**
 * Runs the suite inside the extension host of a VS Code server, with a headless browser as its window.
 *
 * @param chromium the absolute path of Chromium or Chrome
 * @returns what went wrong, apart from failing tests
 */
async function runInBrowser(run: SuiteRun, build: VsCodeBuild, chromium: string): Promise<string | undefined> {
  const { workspace, environment } = run;
  const server = await startVsCodeServer({ build, workspace, environment, smokeTestDriver: true, fewBuiltIn: true });
  try {
    const browser = await startBrowser(chromium);
    try {
      return await runOnPage(await browser.newPage(), server, run);
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

/** Opens the page and waits for the suite's end. Returns what went wrong, apart from failing tests. */
async function runOnPage(
  page: Page,
  server: VsCodeServer,
  { extension, suite }: SuiteRun,
): Promise<string | undefined> {
  const remote = `vscode-remote://127.0.0.1:${server.port}`;
  const payload = JSON.stringify([
    ["extensionDevelopmentPath", remote + extension],
    ["extensionTestsPath", remote + suite],
    ["skipWelcome", "true"],
  ]);
  let finish: (trouble: string | undefined) => void = () => undefined;
  const finished = new Promise<string | undefined>((resolve) => {
    finish = resolve;
  });
  await page.exposeFunction("codeAutomationLog", () => undefined);
  await page.exposeFunction("codeAutomationExit", (code: number) => {
    finish(code === 0 ? undefined : `VS Code ended the suite with code ${code}.`);
  });
  page.on("crash", () => {
    finish("The browser's page crashed.");
  });
  void server.ended.then(() => {
    finish("The VS Code server ended before the suite did.");
  });
  const watch = setInterval(() => {
    if (!CRASHED.test(server.console())) return;
    clearInterval(watch);
    setTimeout(finish, CRASH_GRACE_MS, "The extension host ended before the suite did.");
  }, 200);
  try {
    await page.goto(`${server.address}&payload=${encodeURIComponent(payload)}`);
    return await finished;
  } finally {
    clearInterval(watch);
  }
}

// The suite runs as a whole, so what came out of each of its tests is known before the first is reported.
const tests = await runSuite((run) => runInBrowser(run, inject("vscode"), inject("chromium")));

describe("inside the extension host", () => {
  it.each(tests)("$title", ({ error }) => {
    if (error !== undefined) throw new Error(error);
  });
});
