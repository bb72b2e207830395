import { type Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";

import { type Session, type SessionOptions, startSession } from "../drive/session.js";
import { startBrowser } from "../host/browser.js";
import { type Edition } from "../provision/pins.js";
import { type VsCodeBuild } from "../host/vscode-build.js";
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
export type SuiteOptions = Pick<SessionOptions, "workspace"> &
  Partial<
    Pick<
      SessionOptions,
      "extension" | "otherExtensions" | "settings" | "environment" | "workspaceTrust" | "displayLanguage"
    >
  >;

/** The browser of all suites in this process. It ends with the process. */
let browser: Promise<Browser> | undefined;

/**
 * Starts one VS Code for all tests of the suite it is called in, and ends it after them. Each test is followed by a
 * search for secrets. Of a test that fails, a screenshot is kept, and its error tells what the window showed.
 *
 * @param options what to start, or a function that makes it when the suite's own set-up has run
 * @returns a function that gives the running session to a test
 */
export function useVsCode(options: SuiteOptions | (() => SuiteOptions | Promise<SuiteOptions>)): () => Session {
  let session: Session | undefined;
  beforeAll(async () => {
    const chosen = typeof options === "function" ? await options() : options;
    session = await startSession({
      build: inject("vscode"),
      browser: await (browser ??= startBrowser(inject("chromium"))),
      extension: { folder: inject("extension") },
      ...chosen,
    });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail" || session === undefined) return;
    const { workbench } = session;
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
  afterAll(async () => {
    await session?.close();
  });
  const running = (): Session => {
    if (session === undefined) throw new Error("VS Code was not started.");
    return session;
  };
  sweepAfterEach(running);
  return running;
}
