import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

import { build, type BuildOptions } from "esbuild";

import { ROOT } from "../folders.js";

const BENCH = join(ROOT, "scripts/bench");

/**
 * Bundles programs, each into a file of its own as editors ship theirs, so that contestants share no compiled code.
 *
 * @param programs their sources, relative to this folder, by the names of their bundles
 * @param use gets the folder with the bundles, which is removed afterwards. Packages that aren't bundled are found from
 *   there: those of the benchmark, and after them those of the project.
 */
export async function withBundles(
  programs: Readonly<Record<string, string>>,
  options: BuildOptions,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const cache = join(BENCH, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "bundles-"));
  try {
    await build({
      entryPoints: Object.entries(programs).map(([out, source]) => ({ in: join(BENCH, source), out })),
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      minify: true,
      mainFields: ["module", "main"],
      logLevel: "error",
      banner: {
        js: 'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);',
      },
      ...options,
    });
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
