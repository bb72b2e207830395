import { parseArgs } from "node:util";

import { ensureBuilt } from "../../scripts/prepare/build.js";
import { runOnDesktop } from "./host/run-on-desktop.js";
import { runSuite } from "./run-suite.js";

const log = (line: string): void => {
  console.log(line);
};

/** Runs the suite inside the extension host of a desktop VS Code: npm run test:desktop [-- --version 1.100.3] */
export async function main(args: readonly string[]): Promise<number> {
  const options = { version: { type: "string", default: "stable" } } as const;
  const { version } = parseArgs({ args: [...args], options }).values;
  await ensureBuilt(log);
  const { failed } = await runSuite(`VS Code on the desktop (${version})`, (run) =>
    runOnDesktop({ ...run, version, program: process.env["VSCODE_PATH"], log }),
  );
  return failed > 0 ? 1 : 0;
}
