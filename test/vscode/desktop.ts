import { parseArgs } from "node:util";

import { ensureBuilt } from "../../scripts/build/ensure.js";
import { runProgram } from "../../scripts/program.js";
import { runOnDesktop } from "./host/run-on-desktop.js";
import { runSuite } from "./run-suite.js";

const log = (line: string): void => {
  console.log(line);
};

/** Runs the suite inside the extension host of a desktop VS Code: npm run test:desktop [-- --version 1.100.3] */
async function main(args: readonly string[]): Promise<number> {
  const options = { version: { type: "string", default: "stable" } } as const;
  const { version } = parseArgs({ args: [...args], options }).values;
  await ensureBuilt();
  const tests = await runSuite((run) => runOnDesktop({ ...run, version, program: process.env["VSCODE_PATH"], log }));
  for (const { title, error } of tests) log(error === undefined ? `ok    ${title}` : `FAIL  ${title}\n${error}`);
  return tests.some(({ error }) => error !== undefined) ? 1 : 0;
}

await runProgram(main);
