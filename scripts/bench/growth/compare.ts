import { join, resolve } from "node:path";

import { build } from "esbuild";
import { execa } from "execa";

import { CACHE } from "../../folders.js";
import { duration, printTable } from "../measure.js";
import { type Growth, measureAxis } from "./axis.js";
import { closeWorkspaces, commandAxes } from "./commandAxes.js";
import { judgeGrowth } from "./judge.js";
import { serverAxes } from "./serverAxes.js";

/** The modules that stand for those of the window and of the tests. */
const DOUBLES: Readonly<Record<string, string>> = {
  vscode: 'module.exports = require("./test/unit/vscode.ts").vscode;',
  vitest: "export const beforeEach = () => undefined;",
};
const PROGRAM = join(CACHE, "bench", "axes.cjs");
/** With these, collecting garbage costs the same for each size, instead of more as soon as it no longer fits. */
const FLAGS = ["--expose-gc", "--max-semi-space-size=256"];

/**
 * Prints what n, 2n, and 4n cost on each axis.
 * @param only a text in the names of the axes to measure
 * @returns whether nothing grows faster than its size
 */
export async function compareGrowth(only = ""): Promise<boolean> {
  await bundleProgram();
  const rows: string[][] = [];
  let isLinear = true;
  for await (const line of execa(process.execPath, [...FLAGS, PROGRAM, only], { stderr: "inherit" }))
    add(JSON.parse(line) as Growth);
  try {
    for (const axis of [...serverAxes, ...commandAxes])
      if (axis.name.includes(only)) add(await measureAxis(axis, (run) => run()));
  } finally {
    await closeWorkspaces();
  }
  if (rows.length === 0) throw new Error(`No axis has "${only}" in its name.`);
  printTable("Growth: time for n, 2n, and 4n", ["what", "n", "n", "2n", "4n", "2n / n", "4n / 2n", ""], rows);
  return isLinear;

  function add({ name, size, times }: Growth): void {
    const { ratios, isMarked } = judgeGrowth(times);
    if (isMarked) isLinear = false;
    const shown = ratios.map((ratio) => ratio.toFixed(2));
    rows.push([name, String(size), ...times.map(duration), ...shown, isMarked ? "<< not linear" : ""]);
    // It takes minutes, and what grows too fast may take longer.
    console.error(`  ${name}: ${shown.join(", ")}${isMarked ? " << not linear" : ""}`);
  }
}

async function bundleProgram(): Promise<void> {
  await build({
    entryPoints: ["scripts/bench/growth/program.ts"],
    outfile: PROGRAM,
    bundle: true,
    platform: "node",
    target: "node22.19",
    mainFields: ["module", "main"],
    logLevel: "error",
    plugins: [
      {
        name: "doubles",
        setup: (bundle) => {
          bundle.onResolve({ filter: /^(?:vscode|vitest)$/ }, ({ path }) => ({ path, namespace: "double" }));
          bundle.onLoad({ filter: /./, namespace: "double" }, ({ path }) => ({
            contents: DOUBLES[path] ?? "",
            resolveDir: resolve("."),
          }));
        },
      },
    ],
  });
}
