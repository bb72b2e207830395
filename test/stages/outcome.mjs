import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { CACHE, ROOT } from "../vscode/provision/folders.mjs";
import { runProcess } from "./run-process.mjs";

/** @typedef {{ passed: number, failed: number }} Outcome */

const CHECK_MS = 300_000;
const TESTS_MS = 480_000;

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
 * @param {string} folder the tests to run
 * @param {Record<string, string>} [env]
 * @returns {Promise<Outcome>}
 */
export async function vitest(config, folder, env = {}) {
  const results = join(CACHE, "results", `${folder.replaceAll("/", "-")}.json`);
  await rm(results, { force: true });
  const program = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const args = [program, "run", "--config", config, folder, "--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const code = await runProcess(process.execPath, args, { timeoutMs: TESTS_MS, env });
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = await readJson(results);
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0) console.log(`${skipped} tests were skipped, which counts as failed.`);
  return settle(code, { passed: numPassedTests, failed: numFailedTests + skipped });
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
