import { type Page } from "playwright-core";

import { EVENTS_VARIABLE } from "../suite/events.js";
import { startBrowser } from "./browser.js";
import { ANSWER_MINT_KEY } from "./minted-key.js";
import { readSuiteReport, type SuiteTest } from "./suite-report.js";
import { clearEvents, type SuiteRun } from "./suite-run.js";
import { type VsCodeBuild } from "./vscode-build.js";
import { startVsCodeServer, type VsCodeServer } from "./vscode-server.js";

/** After the extension host has gone, VS Code is given this long to say how the suite ended. */
const CRASH_GRACE_MS = 5000;
const CRASHED = /Extension host with pid \d+ exited|extension host.*(terminated|crashed)/i;

/** What to run, and in what. */
export interface BrowserRun extends SuiteRun {
  readonly build: VsCodeBuild;
  readonly chromium: string;
}

/** Runs the suite inside the extension host of a VS Code server, with a headless browser as its window. */
export async function runInBrowser(options: BrowserRun): Promise<readonly SuiteTest[]> {
  await clearEvents(options.events);
  const server = await startVsCodeServer({
    build: options.build,
    workspace: options.workspace,
    environment: { ...options.environment, [EVENTS_VARIABLE]: options.events },
    smokeTestDriver: true,
  });
  try {
    const browser = await startBrowser(options.chromium);
    try {
      const page = await browser.newPage();
      await page.addInitScript(ANSWER_MINT_KEY);
      return await readSuiteReport(options.events, await runOnPage(page, server, options));
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

/** Opens the page and waits for the suite's end. Returns what went wrong, apart from failing tests. */
async function runOnPage(page: Page, server: VsCodeServer, options: BrowserRun): Promise<string | undefined> {
  const remote = `vscode-remote://127.0.0.1:${server.port}`;
  const payload = JSON.stringify([
    ["extensionDevelopmentPath", remote + options.extension],
    ["extensionTestsPath", remote + options.suite],
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
  const timer = setTimeout(() => {
    finish(`The suite was stopped after ${options.timeoutMs / 1000} s.`);
  }, options.timeoutMs);
  const watch = setInterval(() => {
    if (!CRASHED.test(server.console())) return;
    clearInterval(watch);
    setTimeout(() => {
      finish("The extension host ended before the suite did.");
    }, CRASH_GRACE_MS);
  }, 200);
  try {
    await page.goto(`${server.address}&payload=${encodeURIComponent(payload)}`);
    return await finished;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}
