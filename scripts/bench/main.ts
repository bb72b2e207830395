import os from "node:os";
import { parseArgs } from "node:util";

import { ensureBuilt, installFolder } from "../build/ensure.js";
import { runProgram } from "../program.js";
import { compareGrowth } from "./growth/compare.js";
import { compareClients } from "./http/compare.js";
import { compareLanguage } from "./language/compare.js";

/** Each returns whether nothing is wrong. */
const AREAS: Readonly<Record<string, (axes?: string) => Promise<boolean>>> = {
  language: () => compareLanguage().then(() => true),
  http: () => compareClients().then(() => true),
  growth: compareGrowth,
};

/**
 * Compares with other programs that do the same work: npm run bench -- [--only language,http,growth] [--axes TEXT] [--quick]
 *
 * README.md beside this file says what is measured and what the figures mean.
 */
async function main(args: readonly string[]): Promise<number> {
  process.on("SIGINT", () => process.exit(130)).on("SIGTERM", () => process.exit(143));
  const options = {
    only: { type: "string" },
    axes: { type: "string" },
    quick: { type: "boolean", default: false },
  } as const;
  const { only, axes, quick } = parseArgs({ args: [...args], options }).values;
  const chosen = only?.split(",").map((name) => name.trim());
  const wrong = chosen?.find((name) => !(name in AREAS));
  if (wrong !== undefined)
    throw new Error(`There is no benchmark "${wrong}". Known: ${Object.keys(AREAS).join(", ")}.`);
  await ensureBuilt();
  await installFolder("scripts/bench");
  const [cpu] = os.cpus();
  const load = (): string => `load ${(os.loadavg()[0] ?? 0).toFixed(1)}`;
  const computer = `${os.availableParallelism()} cores (${cpu?.model.trim() ?? "unknown"}), ${os.platform()} ${os.arch()}`;
  console.log(`${computer}, Node ${process.versions.node}, ${load()}${quick ? ", quick" : ""}`);
  let isFine = true;
  for (const [name, compare] of Object.entries(AREAS))
    if ((chosen?.includes(name) ?? true) && !(await compare(axes))) isFine = false;
  console.log(`\nDone, ${load()}.`);
  return isFine ? 0 : 1;
}

await runProgram(main);
