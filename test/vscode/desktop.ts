import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";

import { ensureBuilt } from "../../scripts/build/ensure.js";
import { runProgram } from "../../scripts/program.js";
import { writeSettings } from "./host/vscode-server.js";
import { runSuite, type SuiteRun } from "./run-suite.js";

const DOWNLOAD_PATIENCE_MS = 30_000;

/** Runs the suite inside the extension host of a desktop VS Code: npm run test:desktop [-- --version 1.105.1] */
async function main(args: readonly string[]): Promise<number> {
  const options = { version: { type: "string", default: "stable" } } as const;
  const { version } = parseArgs({ args: [...args], options }).values;
  await ensureBuilt();
  const program = process.env["VSCODE_PATH"] ?? (await download(version));
  const tests = await runSuite((run) => runOnDesktop(program, run));
  for (const { title, error } of tests)
    console.log(error === undefined ? `ok    ${title}` : `FAIL  ${title}\n${error}`);
  return tests.some(({ error }) => error !== undefined) ? 1 : 0;
}

async function download(version: string): Promise<string> {
  console.log(`Downloading VS Code ${version} for the desktop (once)`);
  try {
    return await downloadAndUnzipVSCode({ version, timeout: DOWNLOAD_PATIENCE_MS });
  } catch (cause) {
    throw new Error(
      "A desktop VS Code could not be downloaded. Check the network, or set VSCODE_PATH to the program of one that is installed. " +
        "The same suite runs in the browser edition with: npx vitest run --project current test/vscode/suite.test.ts",
      { cause },
    );
  }
}

async function runOnDesktop(program: string, run: SuiteRun): Promise<string | undefined> {
  const userData = join(dirname(run.workspace), "user-data");
  await writeSettings(userData, {});
  try {
    await runTests({
      vscodeExecutablePath: program,
      extensionDevelopmentPath: run.extension,
      extensionTestsPath: run.suite,
      extensionTestsEnv: run.environment,
      launchArgs: [run.workspace, "--disable-extensions", "--disable-workspace-trust", `--user-data-dir=${userData}`],
    });
    return undefined;
  } catch (error) {
    return `VS Code ended the suite: ${(error as Error).message}`;
  }
}

await runProgram(main);
