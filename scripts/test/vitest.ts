import { type CliOptions, startVitest, type TestModule } from "vitest/node";

/** What came out of a test, or of a file that couldn't be run. */
export interface Result {
  readonly project: string;
  /** Its file, and what it is called there. */
  readonly name: string;
  readonly milliseconds: number;
  readonly state: "passed" | "failed" | "skipped";
  /** Why it failed. */
  readonly failure: string;
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
  const vitest = await startVitest("test", [...files], { ...options, project: [...projects], run: true, watch: false });
  const results = vitest.state.getTestModules().flatMap(resultsOf);
  const outside = vitest.state.getUnhandledErrors() as readonly Error[];
  await vitest.close();
  const failures = outside.map(({ message }) => message);
  if (results.length === 0) failures.push("No test was run.");
  return [...results, ...failures.map((failure) => failed(projects.join(", "), "outside a test", failure))];
}

function resultsOf(module: TestModule): readonly Result[] {
  const project = module.project.name;
  const file = module.relativeModuleId;
  const tests = Array.from(module.children.allTests(), (test): Result => {
    const { state, errors = [] } = test.result();
    return {
      project,
      name: `${file}: ${test.fullName}`,
      milliseconds: test.diagnostic()?.duration ?? 0,
      state: state === "pending" ? "skipped" : state,
      failure: errors.map(({ message }) => message).join("\n"),
    };
  });
  const suites = [module, ...module.children.allSuites()];
  const errors = suites.flatMap((suite) => suite.errors());
  return [...tests, ...errors.map(({ message }) => failed(project, file, message))];
}

function failed(project: string, name: string, failure: string): Result {
  return { project, name, milliseconds: 0, state: "failed", failure };
}
