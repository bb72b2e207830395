import { type Result } from "./vitest.js";

const SLOWEST = 10;
/** How much of a failure is repeated, in characters. */
const FAILURE_CHARACTERS = 1200;

/**
 * Prints how many tests of each project passed, which took longest, which failed, what wasn't run, and in the last line
 * the counts. A skipped test counts as failed.
 *
 * @param notRun why each project that isn't run isn't
 * @returns whether nothing failed
 */
export function printSummary(
  results: readonly Result[],
  notRun: ReadonlyMap<string, string>,
  milliseconds: number,
): boolean {
  console.log(`\n=== Summary, ${seconds(milliseconds)}\n`);
  for (const name of new Set(results.map(({ project }) => project))) {
    const { passed, failed } = count(results.filter(({ project }) => project === name));
    console.log(
      `${failed > 0 ? "FAIL" : "ok  "}  ${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`,
    );
  }
  console.log("\nThe slowest tests:");
  const slowest = results.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST);
  for (const test of slowest) console.log(`${seconds(test.milliseconds).padStart(8)}  ${test.project}, ${test.name}`);
  const failures = results.filter(({ state }) => state !== "passed");
  if (failures.length > 0) console.log("\nFailed:");
  for (const { project, name, state, failure } of failures) {
    const reason = state === "skipped" ? "It was skipped, and proves nothing." : failure.slice(0, FAILURE_CHARACTERS);
    console.log(`${project}, ${name}\n    ${reason.replaceAll("\n", "\n    ")}`);
  }
  if (notRun.size > 0) console.log("\nNot run:");
  for (const [name, reason] of notRun) console.log(`${name}: ${reason}`);
  const { passed, failed } = count(results);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0;
}

function count(results: readonly Result[]) {
  const passed = results.filter(({ state }) => state === "passed").length;
  return { passed, failed: results.length - passed };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
