import { describe, inject, it } from "vitest";

import { runInBrowser } from "./host/run-in-browser.js";
import { runSuite } from "./run-suite.js";

// The suite runs as a whole, so what came out of each of its tests is known before the first is reported.
const tests = await runSuite((run) => runInBrowser(run, inject("vscode"), inject("chromium")));

describe("inside the extension host", () => {
  it.each(tests)("$title", ({ error }) => {
    if (error !== undefined) throw new Error(error);
  });
});
