import os from "node:os";
import { parseArgs } from "node:util";

import { ensureBuilt } from "../build/ensure.js";
import { installFolder } from "../installFolder.js";
import { runProgram } from "../program.js";
import { compareClients } from "./http/compare.js";
import { compareLanguage } from "./language/compare.js";

const AREAS = { language: compareLanguage, http: compareClients } as const;

const log = (line: string): void => {
  console.log(line);
};

/**
 * Compares with others at the same work: npm run bench -- [--only language,http] [--quick]
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
  await installFolder("scripts/bench");
  const begin = Date.now();
  const [cpu] = os.cpus();
  const load = (): string => (os.loadavg()[0] ?? 0).toFixed(1);
  log(
    `${os.availableParallelism()} cores (${cpu?.model.trim() ?? "unknown"}), Node ${process.versions.node}, ${os.platform()} ${os.arch()}, load ${load()}${quick ? ", quick" : ""}`,
  );
  for (const compare of areas) await compare();
  log(`\nDone in ${((Date.now() - begin) / 1000).toFixed(0)} s, load ${load()}.`);
}

function readArguments(args: readonly string[]): { areas: readonly (() => Promise<void>)[]; quick: boolean } {
  const options = { only: { type: "string" }, quick: { type: "boolean", default: false } } as const;
  const { only, quick } = parseArgs({ args: [...args], options }).values;
  const known: readonly string[] = Object.keys(AREAS);
  const asked = only?.split(",").map((name) => name.trim()) ?? known;
  const wrong = asked.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new Error(`There is no benchmark "${wrong}". Known: ${known.join(", ")}.`);
  return { areas: Object.entries(AREAS).flatMap(([name, compare]) => (asked.includes(name) ? [compare] : [])), quick };
}

await runProgram(main);
