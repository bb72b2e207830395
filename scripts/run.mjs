/**
 * Runs a part of the project: node scripts/run.mjs scripts/start/main.ts [arguments]
 *
 * First it installs the dependencies where they are missing, so this file and what it imports are plain JavaScript, and
 * compiles the schemas where they have changed, since the embedded service is made of what comes out. The part is a TypeScript module that exports `main(args)`, which gives the exit code; what it throws is printed, and
 * makes it 1. Node 20 runs JavaScript alone, so esbuild makes one file of the part's own modules.
 */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { ensureInstalled } from "./prepare/install.mjs";
import { isStale } from "./prepare/stale.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const [, , file = "", ...args] = process.argv;
try {
  await ensureInstalled((line) => {
    console.error(line);
  });
  if (await isStale("schemas/generated/validators.js", ["schemas"])) await (await load("schemas/compile.ts")).main([]);
  const { main } = await load(file);
  process.exitCode = (await main(args)) ?? 0;
} catch (error) {
  console.error(inWords(error));
  // Whoever runs the tests reads the last line.
  if (file === "scripts/test/main.ts") console.log("\n0 passed, 1 failed");
  process.exitCode = 1;
}

/** @typedef {{ main: (args: readonly string[]) => Promise<number | undefined> }} Part */

/**
 * @param {string} entry the module, relative to the project root
 * @returns {Promise<Part>}
 */
async function load(entry) {
  const { build } = await import("esbuild");
  // Two runs may load the same module at the same time, so each has a file of its own.
  const outfile = path.resolve(`.vscode-test/build/${entry.replaceAll(/\W+/g, "-")}.${process.pid}.mjs`);
  await mkdir(path.dirname(outfile), { recursive: true });
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: "inline",
    logLevel: "warning",
  });
  process.setSourceMapsEnabled(true);
  try {
    return /** @type {Part} */ (await import(pathToFileURL(outfile).href));
  } finally {
    await rm(outfile, { force: true });
  }
}

/** What went wrong and, where it is known, why: sentences, for a person at a terminal. */
function inWords(/** @type {unknown} */ error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message;
}
