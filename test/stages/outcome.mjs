import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";

import { CACHE, ROOT } from "../vscode/provision/folders.mjs";
import { runProcess } from "./run-process.mjs";

/** @typedef {{ passed: number, failed: number }} Outcome */

const CHECK_MS = 300_000;
const TESTS_MS = 1_200_000;

/**
 * Runs something that is right or wrong as a whole, and counts as one test.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
export async function check(command, args) {
  const code = await runProcess(command, args, { timeoutMs: CHECK_MS });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
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
 * key, so the files that failed are run once more, in a fresh VS Code each; what they say then counts. Both runs are
 * printed, and how many files needed the second is said.
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
  const second = await runVitest(config, names, { ...env, VAULTCONN_TRY: "second" });
  const others = first.report.testResults.filter((result) => !failed.includes(result));
  const kept = others.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === "passed").length;
  const again = settle(second.code, countTests(second.report));
  if (again.failed === 0) console.log(`${names.length} of ${first.report.testResults.length} files passed at the second try only.`);
  return { passed: kept + again.passed, failed: again.failed };
}

/**
 * @typedef {object} Report what is read of Vitest's JSON report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, status: string, assertionResults: { status: string }[] }[]} testResults
 */

/**
 * @param {string} config
 * @param {string[]} files
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, report: Report }>}
 */
async function runVitest(config, files, env) {
  const results = join(CACHE, "results", `vitest.${process.pid}.json`);
  await rm(results, { force: true });
  const program = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const args = [program, "run", "--config", config, ...files, "--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const code = await runProcess(process.execPath, args, { timeoutMs: TESTS_MS, env });
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  return { code, report: { ...none, ...(await readJson(results)) } };
}

/** @returns {Outcome} */
function countTests(/** @type {Report} */ { numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0) console.log(`${skipped} tests were skipped, which counts as failed.`);
  return { passed: numPassedTests, failed: numFailedTests + skipped };
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
function settle(/** @type {number} */ code, /** @type {Outcome} */ { passed, failed }) {
  const isBad = code !== 0 || passed + failed === 0;
  return { passed, failed: isBad && failed === 0 ? 1 : failed };
}

async function readJson(/** @type {string} */ file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return {};
  }
}
