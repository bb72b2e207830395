import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { CACHE, ROOT } from "../folders.js";
import { type Outcome, readJson, settle } from "./outcome.js";
import { runProcess } from "./processes.js";

const TESTS_MS = 2_400_000;
/** How much of a failure the summary repeats. */
const SHOWN_LINES = 25;
const SHOWN_COLUMNS = 800;

/** What is read of Vitest's JSON report. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly duration?: number;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const NOTHING: Report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

/**
 * Runs a project of Vitest's configuration and counts its tests. A skipped test counts as failed: it proves nothing.
 *
 * @param args options for Vitest, and files, if not all
 */
export async function vitest(project: string, ...args: readonly string[]): Promise<Outcome> {
  const results = join(CACHE, "results", `${project}.${process.pid}.json`);
  await rm(results, { force: true });
  const program = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const command = [program, "run", `--project=${project}`, ...args, ...reporters];
  const code = await runProcess(process.execPath, command, TESTS_MS);
  return settle(code, count((await readJson<Report>(results)) ?? NOTHING));
}

function count(report: Report): Outcome {
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = describeFailures(report);
  if (skipped > 0) failures.push(`${skipped} tests were skipped, which counts as failed.`);
  const times = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => [`${relative(ROOT, name)}: ${fullName}`, duration ?? 0] as const),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + skipped, failures, times };
}

/** One text for each test that failed, and for each file that could not be run at all. */
function describeFailures({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    const tests = failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}\n${shorten(failureMessages.join("\n"))}`,
    );
    return failed.length === 0 && status === "failed" ? [`${file}\n${shorten(message)}`] : tests;
  });
}

function shorten(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => !line.includes("node_modules") && !line.includes("node:internal"));
  return lines
    .slice(0, SHOWN_LINES)
    .map((line) => `    ${line.slice(0, SHOWN_COLUMNS)}`)
    .join("\n");
}
