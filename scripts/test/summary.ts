import { type Outcome } from "./outcome.js";

const SLOWEST = 10;
/** So much of why something failed stands near the counts, in characters. */
const WHY_CHARACTERS = 1200;

/** A stage that has been run. */
export interface Row extends Outcome {
  readonly name: string;
  readonly milliseconds: number;
}

/**
 * Prints what came out of each stage, what failed and the most of why, which tests took longest, each failure as a
 * whole, and in the last line the counts.
 *
 * @returns whether nothing failed
 */
export function printSummary(rows: readonly Row[], milliseconds: number, wasStopped: boolean): boolean {
  console.log(`\n=== Summary, ${seconds(milliseconds)}\n`);
  for (const { name, passed, failed, milliseconds: taken } of rows) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
    console.log(`${failed > 0 ? "FAIL" : "ok  "}  ${name.padEnd(14)} ${counts}  ${seconds(taken).padStart(8)}`);
  }
  const failures = rows.flatMap(({ name, failures }) => failures.map((failure) => `${name}, ${failure}`));
  // Of a long log often only a part is kept, so what failed stands near the counts too.
  if (failures.length > 0) console.log("\nWhat failed:");
  for (const failure of failures) console.log(shortened(failure));
  const tests = rows.flatMap(({ name, times }) => times.map(([test, taken]) => ({ name, test, taken })));
  const slowest = tests.sort((a, b) => b.taken - a.taken).slice(0, SLOWEST);
  if (slowest.length > 0) console.log("\nThe slowest tests:");
  for (const { name, test, taken } of slowest) console.log(`${seconds(taken).padStart(8)}  ${name}, ${test}`);
  for (const failure of failures) console.log(`\n${failure}`);
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  if (wasStopped) console.log("\nStopped before the end.");
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && !wasStopped;
}

/** Without the frames of its stack, on as few lines as it can be. */
function shortened(failure: string): string {
  const [name = "", ...why] = failure.split(/\n +at /)[0]?.split("\n") ?? [];
  return `${name}\n    ${why
    .map((line) => line.trim())
    .join(" | ")
    .slice(0, WHY_CHARACTERS)}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
