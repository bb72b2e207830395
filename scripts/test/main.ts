import { parseArgs } from "node:util";

import { provisionPrograms } from "../../test/programs/global-setup.js";
import { provisionChromium } from "../../test/vscode/provision/chromium.js";
import { provisionServer } from "../../test/vscode/provision/vscode-server.js";
import { buildAll } from "../build/build.js";
import { describeError, runProgram } from "../program.js";
import { ON_DEMAND, PLAIN, WINDOWS } from "./projects.js";
import { type Result, runTests } from "./vitest.js";

/**
 * Builds and runs the tests: npm test [-- --only unit,protocol,...]
 *
 * Ends with a line "N passed, N failed".
 *
 * @returns the exit code, 1 if anything failed
 */
async function main(args: readonly string[]): Promise<number> {
  const begin = Date.now();
  try {
    const { only } = parseArgs({ args: [...args], options: { only: { type: "string" } } }).values;
    const known = [...PLAIN, ...WINDOWS, ...ON_DEMAND];
    const chosen = only?.split(",").map((name) => name.trim()) ?? known;
    const unknown = chosen.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`There is no project "${unknown}". Known: ${known.join(", ")}.`);
    console.log("Building");
    await buildAll({ production: true });
    const notRun = only === undefined ? await findNotRunnable() : new Map<string, string>();
    const runnable = chosen.filter((name) => !notRun.has(name));
    const plain = runnable.filter((name) => PLAIN.includes(name));
    const windows = runnable.filter((name) => !PLAIN.includes(name));
    // Mostly waits for the network, so it goes on beside the tests that need no window.
    const provisioned = provision(windows);
    const results = plain.length === 0 ? [] : [...(await runTests(plain))];
    await provisioned;
    if (windows.length > 0) results.push(...(await runTests(windows)));
    console.log(`\n=== Summary, ${((Date.now() - begin) / 1000).toFixed(1)} s\n`);
    return printSummary(results, notRun) ? 0 : 1;
  } catch (error) {
    console.log(`${describeError(error)}\n\n0 passed, 1 failed`);
    return 1;
  }
}

/** What can't be run on this machine, or runs only if it is asked to, and why. */
async function findNotRunnable(): Promise<Map<string, string>> {
  const notRun = new Map<string, string>();
  try {
    await provisionPrograms(console.log);
  } catch (error) {
    notRun.set("programs", describeError(error));
  }
  notRun.set("oldest-all", "All driven tests in the oldest VS Code run with npm run test:oldest.");
  return notRun;
}

/** Brings the VS Codes and the browser. If that fails, the tests try it again and say why. */
async function provision(projects: readonly string[]): Promise<void> {
  if (projects.length === 0) return;
  const editions = new Set(projects.map((name) => (name.startsWith("oldest") ? "oldest" : "current")));
  await Promise.allSettled([
    provisionChromium(console.log),
    ...[...editions].map((edition) => provisionServer(edition, console.log)),
  ]);
}

/**
 * Prints how many tests of each project passed, which failed, what wasn't run, and in the last line the counts. A skipped
 * test proves nothing, and counts as failed.
 *
 * @param notRun why each project that isn't run isn't
 * @returns whether nothing failed
 */
function printSummary(results: readonly Result[], notRun: ReadonlyMap<string, string>): boolean {
  const count = (among: readonly Result[]) => {
    const passed = among.filter(({ state }) => state === "passed").length;
    return `${passed} passed, ${among.length - passed} failed`;
  };
  for (const name of new Set(results.map(({ project }) => project)))
    console.log(`${name}: ${count(results.filter(({ project }) => project === name))}`);
  const others = results.filter(({ state }) => state !== "passed");
  for (const { project, name, state } of others) console.log(`${state}: ${project}, ${name}`);
  for (const [name, reason] of notRun) console.log(`not run: ${name}: ${reason}`);
  console.log(`\n${count(results)}`);
  return others.length === 0;
}

await runProgram(main);
