import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { CACHE, ROOT } from "../../scripts/folders.mjs";
import { runProcess } from "./run-process.mjs";

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] what failed and why, for the summary: of a long log often only the end is kept
 */

const CHECK_MS = 600_000;
const TESTS_MS = 2_400_000;
/** How much of a failure the summary repeats. */
const SHOWN_LINES = 25;
const SHOWN_COLUMNS = 300;

/**
 * Runs something that is right or wrong as a whole, and counts as one test.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
export async function check(command, args) {
  const code = await runProcess(command, args, { timeoutMs: CHECK_MS });
  return code === 0
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, failures: [`${command} ${args.join(" ")}: exit code ${code}`] };
}

/**
 * Runs Vitest and counts its tests. A skipped test counts as failed: it proves nothing.
 *
 * @param {string} config
 * @param {string[]} files the tests to run: folders or files
 * @param {Record<string, string>} [env]
 * @returns {Promise<Outcome>}
 */
export async function vitest(config, files, env = {}) {
  const { code, report } = await runVitest(config, files, env);
  return settle(code, countTests(report));
}

/**
 * The same for suites that drive a window. On a busy machine a window that is being drawn anew can lose a click or a
 * key, so the files that failed are run once more, one after the other, in a fresh VS Code each; what they say then
 * counts. Both runs are printed, and the summary tells what failed at first.
 *
 * @param {string} config
 * @param {string[]} files
 * @param {Record<string, string>} env
 * @returns {Promise<Outcome>}
 */
export async function vitestInWindows(config, files, env) {
  const first = await runVitest(config, files, env);
  const failed = first.report.testResults.filter(({ status }) => status === "failed");
  if (first.code === 0 || failed.length === 0) return settle(first.code, countTests(first.report));
  const names = failed.map(({ name }) => relative(ROOT, name));
  console.log(`\nOnce more, since something failed in them: ${names.join(", ")}\n`);
  const second = await runVitest(config, [...names, "--maxWorkers=1"], { ...env, VAULTCONN_TRY: "second" });
  const others = first.report.testResults.filter((result) => !failed.includes(result));
  const kept = others
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed").length;
  const again = settle(second.code, countTests(second.report));
  const failures = [
    ...describeFailures(first.report).map((failure) => `at the first try: ${failure}`),
    ...(again.failures ?? []).map((failure) => `at the second try: ${failure}`),
  ];
  return { passed: kept + again.passed, failed: again.failed, failures };
}

/**
 * @typedef {object} Report what is read of Vitest's JSON report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} testResults
 */

/**
 * @param {string} config
 * @param {string[]} args the files to run, and options
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, report: Report }>}
 */
async function runVitest(config, args, env) {
  const results = join(CACHE, "results", `vitest.${process.pid}.json`);
  await rm(results, { force: true });
  const program = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const command = [
    program,
    "run",
    "--config",
    config,
    ...args,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
  ];
  const code = await runProcess(process.execPath, command, { timeoutMs: TESTS_MS, env });
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  return { code, report: { ...none, ...(await readJson(results)) } };
}

/** @returns {Outcome} */
function countTests(/** @type {Report} */ report) {
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = describeFailures(report);
  if (skipped > 0) failures.push(`${skipped} tests were skipped, which counts as failed.`);
  return { passed: report.numPassedTests, failed: report.numFailedTests + skipped, failures };
}

/** One text for each test that failed, and for each file that could not be run at all. */
function describeFailures(/** @type {Report} */ { testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    const tests = failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}\n${shorten(failureMessages.join("\n"))}`,
    );
    return failed.length === 0 && status === "failed" ? [`${file}\n${shorten(message)}`] : tests;
  });
}

function shorten(/** @type {string} */ text) {
  const lines = stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => !line.includes("node_modules") && !line.includes("node:internal"));
  return lines
    .slice(0, SHOWN_LINES)
    .map((line) => `    ${line.slice(0, SHOWN_COLUMNS)}`)
    .join("\n");
}

/**
 * Runs the suite inside the extension host of a VS Code server and counts its tests.
 *
 * @param {string} edition
 * @returns {Promise<Outcome>}
 */
export async function extensionHost(edition) {
  const results = join(CACHE, "results", `extension-host-${edition}.json`);
  await rm(results, { force: true });
  const program = join(ROOT, "test", "vscode", "browser-host.mjs");
  const code = await runProcess(process.execPath, [program, edition, "--results", results], { timeoutMs: TESTS_MS });
  return settle(code, { passed: 0, failed: 0, ...(await readJson(results)) });
}

/** A run that ended badly, or ran no test, has failed even if no single test did. */
function settle(/** @type {number} */ code, /** @type {Outcome} */ { passed, failed, failures = [] }) {
  const isBad = code !== 0 || passed + failed === 0;
  if (isBad && failed === 0)
    return { passed, failed: 1, failures: [...failures, `the run ended with exit code ${code} after ${passed} tests`] };
  return { passed, failed, failures };
}

async function readJson(/** @type {string} */ file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return {};
  }
}
