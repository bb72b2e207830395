import { mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

import { build, type Plugin } from "esbuild";

import { ROOT } from "../../../scripts/folders.js";

const SUITE = join(ROOT, "test", "vscode", "suite");

/** Gives the suite's entry the list of test files, which are all `*.test.ts` in this folder and below. */
const testFiles: Plugin = {
  name: "test-files",
  setup(bundler) {
    bundler.onResolve({ filter: /^test-files$/ }, () => ({ path: "test-files", namespace: "test-files" }));
    bundler.onLoad({ filter: /.*/, namespace: "test-files" }, async () => {
      const names = (await readdir(SUITE, { recursive: true })).filter((name) => name.endsWith(".test.ts")).sort();
      const loaders = names.map((name) => `() => import(${JSON.stringify(join(SUITE, name))})`);
      return { contents: `export const testFiles = [${loaders.join(",\n")}];`, resolveDir: SUITE };
    });
  },
};

/**
 * Bundles the suite that runs inside the extension host.
 *
 * @param outfile where the CommonJS module that exports `run()` goes
 */
export async function buildSuite(outfile: string): Promise<void> {
  await mkdir(dirname(outfile), { recursive: true });
  await build({
    entryPoints: [join(SUITE, "index.ts")],
    outfile,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
    plugins: [testFiles],
  });
}
