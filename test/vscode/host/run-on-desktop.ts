import { dirname, join } from "node:path";

import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";

import { EVENTS_VARIABLE } from "../suite/events.js";
import { readSuiteReport, type SuiteTest } from "./suite-report.js";
import { clearEvents, type SuiteRun } from "./suite-run.js";
import { writeSettings } from "./user-data.js";

const DOWNLOAD_PATIENCE_MS = 30_000;

/** What to run, and in what. */
export interface DesktopRun extends SuiteRun {
  /** VS Code's version, such as 1.100.3, or "stable". */
  readonly version: string;
  /** A VS Code that is already there, used instead of downloading one. */
  readonly program: string | undefined;
  readonly log: (line: string) => void;
}

/** Runs the suite inside the extension host of a desktop VS Code. */
export async function runOnDesktop(options: DesktopRun): Promise<readonly SuiteTest[]> {
  await clearEvents(options.events);
  const program = options.program ?? (await download(options));
  const userData = join(dirname(options.events), "user-data");
  await writeSettings(userData, {});
  const { trouble, hung } = await runWithin(options.timeoutMs, () =>
    runTests({
      vscodeExecutablePath: program,
      extensionDevelopmentPath: options.extension,
      extensionTestsPath: options.suite,
      extensionTestsEnv: { ...options.environment, [EVENTS_VARIABLE]: options.events },
      launchArgs: [
        options.workspace,
        "--disable-extensions",
        "--disable-workspace-trust",
        `--user-data-dir=${userData}`,
      ],
    }),
  );
  const report = await readSuiteReport(options.events, trouble);
  // test-electron ends its VS Code together with this process, and in no other way.
  if (hung) setTimeout(() => process.exit(1), 1000);
  return report;
}

async function download(options: DesktopRun): Promise<string> {
  options.log(`Downloading VS Code ${options.version} for the desktop (once)`);
  try {
    return await downloadAndUnzipVSCode({ version: options.version, timeout: DOWNLOAD_PATIENCE_MS });
  } catch (cause) {
    throw new Error(
      "A desktop VS Code could not be downloaded. Check the network, or set VSCODE_PATH to the program of one that is installed. " +
        "The same suite runs in the browser edition with: npx vitest run --project current test/vscode/suite.test.ts",
      { cause },
    );
  }
}

async function runWithin(
  timeoutMs: number,
  start: () => Promise<number>,
): Promise<{ trouble: string | undefined; hung: boolean }> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<"timed out">((resolve) => {
    timer = setTimeout(resolve, timeoutMs, "timed out");
  });
  try {
    const ended = await Promise.race([start(), timedOut]);
    if (ended === "timed out") return { trouble: `The suite was stopped after ${timeoutMs / 1000} s.`, hung: true };
    return { trouble: undefined, hung: false };
  } catch (error) {
    return { trouble: `VS Code ended the suite: ${(error as Error).message}`, hung: false };
  } finally {
    clearTimeout(timer);
  }
}
