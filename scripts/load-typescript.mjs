import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

import { CACHE, ROOT } from "./folders.mjs";

/**
 * Bundles a TypeScript module of the tests and loads it, since Node 20 runs JavaScript alone. Needs the project's
 * dependencies to be installed.
 *
 * @param {string} file the module, relative to the project root
 * @returns {Promise<any>} what it exports
 */
export async function loadTypeScript(file) {
  const { build } = await import("esbuild");
  const folder = join(CACHE, "build");
  await mkdir(folder, { recursive: true });
  // Two runs may load the same module at the same time, so each has a file of its own.
  const outfile = join(folder, `${basename(file, ".ts")}.${process.pid}.mjs`);
  await build({
    entryPoints: [join(ROOT, file)],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: "inline",
    logLevel: "warning",
  });
  const { rm } = await import("node:fs/promises");
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile, { force: true });
  }
}
