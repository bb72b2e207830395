import { type CliOptions, startVitest, type TestModule } from "vitest/node";

/** What came out of a test, or of a file that couldn't be run. Vitest prints why something failed. */
export interface Result {
  readonly project: string;
  /** Its file, and what it is called there. */
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
}

/**
 * Runs projects of vitest.config.mts. A run without a test has failed.
 *
 * @param files parts of paths; all files if there are none
 */
export async function runTests(
  projects: readonly string[],
  files: readonly string[] = [],
  options: CliOptions = {},
): Promise<readonly Result[]> {
  const vitest = await startVitest([...files], { ...options, project: [...projects], run: true, watch: false });
  const results = vitest.state.getTestModules().flatMap(resultsOf);
  const failures = vitest.state.getUnhandledErrors().map(() => "an error outside a test");
  await vitest.close();
  if (results.length === 0) failures.push("no test was run");
  return [...results, ...failures.map((name) => ({ project: projects.join(), name, state: "failed" as const }))];
}

function resultsOf(module: TestModule): readonly Result[] {
  const about = { project: module.project.name, name: module.relativeModuleId };
  const tests = Array.from(module.children.allTests(), (test): Result => {
    const { state } = test.result();
    return { ...about, name: `${about.name}: ${test.fullName}`, state: state === "pending" ? "skipped" : state };
  });
  const broken = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return [...tests, ...broken.map(() => ({ ...about, state: "failed" as const }))];
}
