import os from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { runCommand } from "../../test/vscode/provision/run-command.js";
import { ensureBuilt, isStale } from "../build/ensure.js";
import { ROOT } from "../folders.js";
import { runProgram } from "../program.js";
import { type Area, AREAS, runArea } from "./run-area.js";

const log = (line: string): void => {
  console.log(line);
};

/**
 * Compares with others at the same work: npm run bench -- [--only language,http,check,cli] [--quick]
 *
 * README.md beside this file says what is measured and what the figures mean.
 */
async function main(args: readonly string[]): Promise<void> {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    process.on(signal, () => process.exit(code));
  const { areas, quick } = readArguments(args);
  await ensureBuilt();
  await installPeers();
  const begin = Date.now();
  const [cpu] = os.cpus();
  const load = (): string => (os.loadavg()[0] ?? 0).toFixed(1);
  log(
    `${os.availableParallelism()} cores (${cpu?.model.trim() ?? "unknown"}), Node ${process.versions.node}, ${os.platform()} ${os.arch()}, load ${load()}${quick ? ", quick" : ""}`,
  );
  for (const area of areas) await runArea(area, quick);
  log(`\nDone in ${((Date.now() - begin) / 1000).toFixed(0)} s, load ${load()}.`);
}

/** Installs what is compared with, where it is missing or is not what package-lock.json asks for. */
async function installPeers(): Promise<void> {
  const folder = "scripts/bench";
  if (!(await isStale(`${folder}/node_modules/.package-lock.json`, [`${folder}/package-lock.json`]))) return;
  log("Installing what is compared with (once, and after scripts/bench/package-lock.json has changed)");
  await runCommand("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: join(ROOT, folder) });
}

function readArguments(args: readonly string[]): { areas: readonly Area[]; quick: boolean } {
  const options = { only: { type: "string" }, quick: { type: "boolean", default: false } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const asked = values.only?.split(",").map((name) => name.trim());
  const wrong = asked?.find((name) => !AREAS.some((area) => area === name));
  if (wrong !== undefined) throw new Error(`There is no benchmark "${wrong}". Known: ${AREAS.join(", ")}.`);
  return { areas: AREAS.filter((area) => asked?.includes(area) ?? true), quick: values.quick };
}

await runProgram(main);
