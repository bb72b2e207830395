import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { type Edition } from "../../test/vscode/provision/pins.js";
import { CACHE } from "../folders.js";
import { runProcess } from "./processes.js";

const CHECK_MS = 600_000;
const SUITE_MS = 1_200_000;

/** What came out of a stage. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** What failed and why, for the summary: of a long log often only the end is kept. */
  readonly failures: readonly string[];
  /** How long each test took, in milliseconds, by its name. */
  readonly times: readonly (readonly [test: string, milliseconds: number])[];
}

/** Runs something that is right or wrong as a whole, and counts as one test. */
export async function check(command: string, args: readonly string[]): Promise<Outcome> {
  const code = await runProcess(command, args, CHECK_MS);
  const failure = `${command} ${args.join(" ")}: exit code ${code}`;
  return code === 0
    ? { passed: 1, failed: 0, failures: [], times: [] }
    : { passed: 0, failed: 1, failures: [failure], times: [] };
}

/** Runs the suite inside the extension host of a VS Code server and counts its tests. */
export async function extensionHost(edition: Edition): Promise<Outcome> {
  const results = join(CACHE, "results", `extension-host-${edition}.json`);
  await rm(results, { force: true });
  const args = ["scripts/run.mjs", "test/vscode/browser-host.ts", edition, "--results", results];
  const code = await runProcess(process.execPath, args, SUITE_MS);
  return settle(code, {
    passed: 0,
    failed: 0,
    failures: [],
    times: [],
    ...(await readJson<Partial<Outcome>>(results)),
  });
}

/** A run that ended badly, or ran no test, has failed even if no single test did. */
export function settle(code: number, outcome: Outcome): Outcome {
  const { passed, failed, failures } = outcome;
  if (failed > 0 || (code === 0 && passed > 0)) return outcome;
  const failure = `the run ended with exit code ${code} after ${passed} tests`;
  return { ...outcome, failed: 1, failures: [...failures, failure] };
}

/** What a run has left in a file; nothing where it did not come so far. */
export async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
