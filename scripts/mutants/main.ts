import { once } from "node:events";
import { parseArgs } from "node:util";

import { type CliOptions } from "vitest/node";

import { spawnTree, stopTree } from "../../test/vscode/host/processes.js";
import { PATIENCE_VARIABLE } from "../../test/vscode/drive/until.js";
import { runProgram } from "../program.js";
import { runTests } from "../test/vitest.js";
import { applyMutant, type Fault, mutated, restoreLeftover } from "./apply.js";

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
  // Most faults in a window are found by what never comes. The unchanged code has to pass with the same patience.
  process.env[PATIENCE_VARIABLE] ??= "30000";
  restoreLeftover();
  process.on("exit", restoreLeftover);
  process.on("SIGTERM", () => process.exit(143));
  // A mutant without its place ends the run before the first test.
  const mutants = (await mutated()).filter(({ promise, file, tests }) =>
    [promise, file, ...tests].some((text) => text.includes(only)),
  );
  if (mutants.length === 0) throw new Error(`No mutant's promise, file or tests contain "${only}".`);
  const control = await failingTests([...new Set(mutants.flatMap(({ tests }) => tests))], {});
  if (control.length > 0) {
    console.log(`\nThese tests fail without a mutant, so they prove nothing:\n${control.join("\n")}`);
    return 1;
  }
  const rows: string[] = [];
  let missed = 0;
  for (const mutant of mutants) {
    const finding = await findMutant(mutant);
    if (finding === undefined) missed++;
    const row = `${finding === undefined ? "MISSED" : "found "}  ${mutant.promise}\n            ${finding ?? mutant.file}`;
    console.log(row);
    rows.push(row);
  }
  console.log(`\n=== Mutants\n\n${rows.join("\n")}\n\n${rows.length - missed} of ${rows.length} mutants found`);
  return missed === 0 ? 0 : 1;
}

/** @returns the test that failed because of the mutant; undefined if none did */
async function findMutant(mutant: Fault): Promise<string | undefined> {
  await applyMutant(mutant);
  try {
    // One failure is enough.
    const [failure] = await failingTests(mutant.tests, { bail: 1 });
    return failure;
  } finally {
    restoreLeftover();
  }
}

/** Runs test files, each in the project that its folder belongs to. @returns the names of those that failed */
async function failingTests(files: readonly string[], options: CliOptions): Promise<string[]> {
  // Outside a window, a test that waits for a minute waits forever.
  const inWindow = files.some((file) => file.startsWith("test/vscode/"));
  const limits = inWindow ? {} : { testTimeout: 60_000, hookTimeout: 60_000 };
  const results = await runTests([...new Set(files.map(projectOf))], files, { ...limits, ...options });
  return results.filter(({ state }) => state === "failed").map(({ name }) => name);
}

function projectOf(file: string): string {
  const [, folder = "", kind] = file.split("/");
  if (folder !== "vscode") return folder;
  return kind === "package" ? "package" : "current";
}

/** Set in the process that applies mutants. */
const IN_TREE = "VAULTCONN_MUTANTS_IN_TREE";

/** Runs this script in a process group that ends with it: a test in an endless loop doesn't notice that its parent has. */
async function mainInTree(args: readonly string[]): Promise<number> {
  if (process.env[IN_TREE] !== undefined) return main(args);
  const env = { ...process.env, [IN_TREE]: "true" };
  const program = [...process.execArgv, import.meta.filename, ...args];
  const child = spawnTree(process.execPath, program, { stdio: "inherit", env });
  const stop = () => void stopTree(child);
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

await runProgram(mainInTree);
