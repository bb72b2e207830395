import { appendFileSync } from "node:fs";

import Mocha from "mocha";
import { testFiles } from "test-files";

import { noteAskedRows } from "./asked-rows.js";
import { EVENTS_VARIABLE, type SuiteEvent } from "./events.js";

/** A test waits for several things, each for up to 100 seconds. */
const TEST_TIMEOUT_MS = 600_000;

/** What VS Code asks the view for, noted from before the extension wakes up. */
export const askedRows = noteAskedRows();

/**
 * Runs all test files. VS Code calls this inside the extension host, on the desktop and in the browser alike.
 *
 * @throws {Error} when a test failed or there was none
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({ ui: "bdd", timeout: TEST_TIMEOUT_MS, reporter: ReportToFile });
  mocha.suite.emit("pre-require", globalThis, null, mocha);
  for (const load of testFiles) await load();
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}

/** Writes each event at once, so that what happened before a crash of the extension host isn't lost. */
class ReportToFile extends Mocha.reporters.Base {
  public constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on("test", (test) => {
      report({ kind: "begin", title: test.fullTitle() });
    });
    runner.on("pass", (test) => {
      report({ kind: "pass", title: test.fullTitle(), milliseconds: test.duration ?? 0 });
    });
    runner.on("fail", (test, error: Error) => {
      report({ kind: "fail", title: test.fullTitle(), error: error.stack ?? error.message });
    });
    runner.on("end", () => {
      report({ kind: "end" });
    });
  }
}

function report(event: SuiteEvent): void {
  const file = process.env[EVENTS_VARIABLE];
  if (file === undefined) throw new Error(`${EVENTS_VARIABLE} is not set.`);
  appendFileSync(file, `${JSON.stringify(event)}\n`);
}
