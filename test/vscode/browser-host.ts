import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseArgs } from "node:util";

import { runInBrowser } from "./host/run-in-browser.js";
import { provisionBrowser, provisionServer } from "./provision/provision.js";
import { runSuite } from "./run-suite.js";

const log = (line: string): void => {
  console.log(line);
};

/** Runs the suite inside the extension host of a VS Code server: current|oldest [--results FILE]. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { results: { type: "string" } },
  });
  const edition = positionals.includes("oldest") ? "oldest" : "current";
  const chromium = await provisionBrowser(log);
  const build = await provisionServer(edition, log);
  const { passed, failed } = await runSuite(`VS Code in the browser (${edition})`, (run) =>
    runInBrowser({ ...run, build, chromium }),
  );
  if (values.results !== undefined) {
    await mkdir(dirname(values.results), { recursive: true });
    await writeFile(values.results, JSON.stringify({ passed, failed }));
  }
  return failed > 0 ? 1 : 0;
}
