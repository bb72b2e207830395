import { type Outcome } from "./outcome.js";

const SLOWEST = 10;

/** A stage that has been run. */
export interface Row extends Outcome {
  readonly name: string;
  readonly milliseconds: number;
}

/**
 * Prints what came out of each stage, what failed and why, which tests took longest, and in the last line the counts.
 *
 * @returns whether nothing failed
 */
export function printSummary(rows: readonly Row[], milliseconds: number, wasStopped: boolean): boolean {
  console.log(`\n=== Summary, ${seconds(milliseconds)}\n`);
  for (const { name, passed, failed, milliseconds: taken } of rows) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
    console.log(`${failed > 0 ? "FAIL" : "ok  "}  ${name.padEnd(14)} ${counts}  ${seconds(taken).padStart(8)}`);
  }
  const tests = rows.flatMap(({ name, times }) => times.map(([test, taken]) => ({ name, test, taken })));
  const slowest = tests.sort((a, b) => b.taken - a.taken).slice(0, SLOWEST);
  if (slowest.length > 0) console.log("\nThe slowest tests:");
  for (const { name, test, taken } of slowest) console.log(`${seconds(taken).padStart(8)}  ${name}, ${test}`);
  for (const { name, failures } of rows) {
    for (const failure of failures) console.log(`\n${name}, ${failure}`);
  }
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  if (wasStopped) console.log("\nStopped before the end.");
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && !wasStopped;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
