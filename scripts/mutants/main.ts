import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { execa } from "execa";
import { type CliOptions } from "vitest/node";

import { PATIENCE_VARIABLE } from "../../test/vscode/drive/until.js";
import { runProgram } from "../program.js";
import { runTests } from "../test/vitest.js";
import { type Fault, mutated } from "./mutants.js";

/**
 * Checks that the tests find faults: npm run mutants [-- --only TEXT]
 *
 * First runs the named tests on the unchanged code, where all must pass. Then applies one mutant at a time, runs its
 * tests, of which one must fail, and restores the file.
 *
 * `--only` takes the mutants whose promise, file or tests contain a text.
 *
 * @returns the exit code, 1 if a mutant wasn't found
 */
async function main(args: readonly string[]): Promise<number> {
  const { only } = parseArgs({ args: [...args], options: { only: { type: "string", default: "" } } }).values;
  // Most faults in a window are found because something never appears. The unchanged code has to pass in the same time.
  process.env[PATIENCE_VARIABLE] ??= "30000";
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  // A mutant without its place ends the run before the first test.
  const mutants = (await mutated()).filter(({ promise, file, tests }) =>
    [promise, file, ...tests].some((text) => text.includes(only)),
  );
  if (mutants.length === 0) throw new Error(`No mutant's promise, file or tests contain "${only}".`);
  const control = await failingTests([...new Set(mutants.flatMap(({ tests }) => tests))], {});
  for (const axes of new Set(mutants.flatMap(({ axes }) => axes ?? []))) control.push(...(await markedAxes(axes)));
  if (control.length > 0) {
    console.log(`\nThese tests fail without a mutant, so they prove nothing:\n${control.join("\n")}`);
    return 1;
  }
  const rows: string[] = [];
  for (const mutant of mutants) {
    const finding = await findMutant(mutant);
    const row = `${finding === undefined ? "MISSED" : "found "}  ${mutant.promise}\n            ${finding ?? mutant.file}`;
    console.log(row);
    rows.push(row);
  }
  const found = rows.filter((row) => row.startsWith("found")).length;
  console.log(`\n=== Mutants\n\n${rows.join("\n")}\n\n${found} of ${rows.length} mutants found`);
  return found === rows.length ? 0 : 1;
}

/** @returns the test that failed because of the mutant; undefined if none did */
async function findMutant({ file, text, changed, tests, axes }: Fault): Promise<string | undefined> {
  const restore = (): void => {
    writeFileSync(file, text);
  };
  process.once("exit", restore);
  writeFileSync(file, changed);
  // One failure is enough.
  const [failure] = axes === undefined ? await failingTests(tests, { bail: 1 }) : await markedAxes(axes);
  restore();
  process.off("exit", restore);
  return failure;
}

/** Measures axes of the growth table. @returns what names them if any is marked */
async function markedAxes(axes: string): Promise<string[]> {
  const args = ["run", "bench", "--", "--only", "growth", "--axes", axes];
  const { exitCode } = await execa("npm", args, { stdio: "inherit", reject: false });
  return exitCode === 0 ? [] : [`growth: ${axes}`];
}

/** Runs test files, each in the project that its folder belongs to. @returns the names of those that failed */
async function failingTests(files: readonly string[], options: CliOptions): Promise<string[]> {
  // Outside a window, a test that waits for a minute waits forever.
  const inWindow = files.some((file) => file.startsWith("test/vscode/"));
  const limits = inWindow ? {} : { testTimeout: 60_000, hookTimeout: 60_000 };
  if (files.length === 0) return [];
  const results = await runTests([...new Set(files.map(projectOf))], files, { ...limits, ...options });
  return results.filter(({ state }) => state === "failed").map(({ name }) => name);
}

function projectOf(file: string): string {
  const [, folder = "", kind] = file.split("/");
  if (folder !== "vscode") return folder;
  return kind === "package" ? "package" : "current";
}

await runProgram(main);
