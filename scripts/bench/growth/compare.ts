import { createRequire } from "node:module";
import { join, resolve } from "node:path";

import { build } from "esbuild";

import { CACHE } from "../../folders.js";
import { duration, printTable, rounds } from "../measure.js";
import type { Axis } from "./axes.js";
import { judgeGrowth } from "./judge.js";
import { serverAxes } from "./serverAxes.js";

const OUTPUT = join(CACHE, "bench", "axes.cjs");
/** What takes less is done several times in a row. */
const STRETCH_MS = 10;

/**
 * Prints what n, 2n, and 4n cost on each axis.
 * @returns whether nothing grows faster than its size
 */
export async function compareGrowth(): Promise<boolean> {
  await build({
    entryPoints: ["scripts/bench/growth/axes.ts"],
    outfile: OUTPUT,
    bundle: true,
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    logLevel: "error",
    plugins: [
      {
        name: "vscode",
        setup: (bundle) => {
          bundle.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "fake" }));
          const contents = 'export { Emitter as EventEmitter } from "vscode-languageserver";';
          bundle.onLoad({ filter: /./, namespace: "fake" }, () => ({ contents, resolveDir: resolve(".") }));
        },
      },
    ],
  });
  const { AXES } = createRequire(import.meta.url)(resolve(OUTPUT)) as { readonly AXES: readonly Axis[] };
  const rows: string[][] = [];
  let isLinear = true;
  for (const axis of AXES) add(axis, await measureTwice(axis, timeOf));
  for (const axis of serverAxes) add(axis, await measureTwice(axis, (run) => run()));
  printTable("Growth: time for n, 2n, and 4n", ["what", "n", "n", "2n", "4n", "2n / n", "4n / 2n", ""], rows);
  return isLinear;

  function add({ name, size }: Pick<Axis, "name" | "size">, times: readonly [number, number, number]): void {
    const { ratios, isMarked } = judgeGrowth(times);
    if (isMarked) isLinear = false;
    const shown = ratios.map((ratio) => ratio.toFixed(2));
    rows.push([name, String(size), ...times.map(duration), ...shown, isMarked ? "<< not linear" : ""]);
    // It takes minutes, and what grows too fast may take longer.
    console.error(`  ${name}: ${shown.join(", ")}`);
  }
}

interface Measured<Work> {
  readonly size: number;
  readonly prepare: (size: number) => Work | Promise<Work>;
}

/** Measures again what would be marked: a busy computer can look like growth, and growth stays. The least of all counts. */
async function measureTwice<Work>(
  { size, prepare }: Measured<Work>,
  measure: (work: Work) => number | Promise<number>,
): Promise<readonly [number, number, number]> {
  const works = [await prepare(size), await prepare(2 * size), await prepare(4 * size)] as const;
  const least = [Infinity, Infinity, Infinity] as [number, number, number];
  for (let attempt = 0; attempt < 3; attempt++) {
    for (let round = 0; round < rounds(3, 1); round++)
      for (const [at, work] of works.entries()) least[at] = Math.min(least[at] ?? Infinity, await measure(work));
    if (!judgeGrowth(least).isMarked) break;
  }
  return least;
}

/** @returns milliseconds of processor time for doing it once */
async function timeOf(work: () => unknown): Promise<number> {
  globalThis.gc?.({ type: "minor" });
  const start = process.cpuUsage();
  for (let count = 1; ; count++) {
    await work();
    const { user, system } = process.cpuUsage(start);
    const time = (user + system) / 1000;
    if (time >= STRETCH_MS) return time / count;
  }
}
