import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { type Browser } from "playwright-core";
import { afterEach, beforeAll, inject } from "vitest";

import { type Session, type SessionOptions, startSession } from "../drive/session.js";
import { type Workbench } from "../drive/workbench.js";
import { startBrowser } from "../host/browser.js";
import type { Edition, VsCodeBuild } from "../provision/vscode-server.js";
import { sweepAfterEach } from "./use-canaries.js";

declare module "vitest" {
  interface ProvidedContext {
    edition: Edition;
    chromium: string;
    vscode: VsCodeBuild;
    /** The folder of the extension under test. */
    extension: string;
    /** The folder that pictures of failures go to. */
    screenshots: string;
  }
}

/** What a suite chooses; all else is given. */
type SuiteOptions = Omit<SessionOptions, "build" | "browser" | "window">;

/** The browser of all suites in this process. It ends with the process. */
let browser: Promise<Browser> | undefined;

/** The window of the suite that runs, and its parts. Each file has one suite with a window, which is open before its first test. */
export let session: Session;
export let workbench: Workbench;
export let tree: Workbench["tree"];
export let quickInput: Workbench["quickInput"];
export let notifications: Workbench["notifications"];
export let dialog: Workbench["dialog"];
export let editor: Workbench["editor"];

/** The text of a file of the workspace. */
export function onDisk(path: string): Promise<string> {
  return readFile(join(session.workspace, path), "utf8");
}

/** Changes user settings in the editor, as a user does. */
export async function editSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const settings = JSON.parse(await readFile(session.server.home.settings, "utf8")) as Record<string, unknown>;
  await workbench.runCommand("Preferences: Open User Settings (JSON)");
  await editor.waitForTab("settings.json");
  await editor.waitForText("files.autoSave");
  await editor.replaceAll(JSON.stringify({ ...settings, ...changes }));
  await editor.save();
  await workbench.runCommand("View: Close Editor");
}

/**
 * Starts one VS Code for all tests of the suite it is called in, and ends it after them. Each test is followed by a
 * search for secrets. Of a test that fails, a screenshot is kept, and its error tells what the window showed.
 *
 * @param options says what to start, when the suite's own set-up has run
 */
export function useVsCode(options: () => SuiteOptions | Promise<SuiteOptions>): void {
  beforeAll(async () => {
    session = await startSession({
      build: inject("vscode"),
      browser: await (browser ??= startBrowser(inject("chromium"))),
      extension: { folder: inject("extension") },
      ...(await options()),
    });
    ({ workbench } = session);
    ({ tree, quickInput, notifications, dialog, editor } = workbench);
    return () => session.close();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    await workbench.page.screenshot({
      path: `${inject("screenshots")}/failed-${task.name.replaceAll(/[^a-z0-9]+/gi, "-")}.png`,
    });
    // Of a run elsewhere often only the texts are kept.
    const seen = `The window then: ${await workbench.describe()}`;
    for (const error of task.result.errors ?? []) {
      const frames = /\n {4}at [^]*/.exec(error.stack ?? "")?.[0] ?? "";
      const causes = error.cause === undefined ? "" : `\n${(error.cause as Error).message}`;
      // Before a message of many lines, of which only the first are kept.
      error.stack = `${seen}\n${error.message}${causes}${frames}`;
    }
  });
  sweepAfterEach(() => session);
}
