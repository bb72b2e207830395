import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "esbuild";

import { CACHE, ROOT } from "../folders.mjs";

/** What VS Code's JSON server is made of, for a bundle such as VS Code itself ships. */
const JSON_SERVER = "node_modules/vscode-langservers-extracted/lib/json-language-server/node/jsonServerMain.js";

/**
 * Bundles the programs of one area, each into a file of its own, and runs the one named `main`.
 *
 * @param {"language" | "http" | "check"} area a folder beside this file
 * @param {boolean} quick
 * @throws {Error} when it fails
 */
export async function runArea(area, quick) {
  const folder = join(CACHE, "bench", String(process.pid));
  process.once("exit", () => {
    child?.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  try {
    await (area === "language" ? bundleLanguage(folder) : bundlePrograms(area, folder, { packages: "external" }));
    child = spawn(process.execPath, ["--expose-gc", join(folder, "main.mjs"), ROOT, ...(quick ? ["--quick"] : [])], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [code, signal] = await once(child, "exit");
    if (code !== 0) throw new Error(`The benchmark "${area}" ended with ${code ?? signal}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every contestant is bundled for itself, as editors ship theirs: none shares compiled code with another. */
async function bundleLanguage(/** @type {string} */ folder) {
  await bundlePrograms("language", folder, { mainFields: ["module", "main"] });
  await build({
    entryPoints: [join(ROOT, JSON_SERVER)],
    outfile: join(folder, "json-server.cjs"),
    bundle: true,
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    minify: true,
    logLevel: "error",
  });
}

/**
 * @param {string} area
 * @param {string} folder
 * @param {import("esbuild").BuildOptions} options
 */
async function bundlePrograms(area, folder, options) {
  const programs = join(ROOT, "scripts/bench", area, "programs");
  const names = (await readdir(programs)).filter((name) => name.endsWith(".ts"));
  await build({
    entryPoints: names.map((name) => join(programs, name)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minifySyntax: true,
    logLevel: "warning",
    banner: {
      js: 'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);',
    },
    plugins: [keepAddressOfTests],
    ...options,
  });
}

/** Test helpers find files relative to themselves, which has to hold inside a bundle too. */
const keepAddressOfTests = {
  name: "keep-address-of-tests",
  setup(/** @type {import("esbuild").PluginBuild} */ { onLoad }) {
    onLoad({ filter: /[\\/]test[\\/]unit[\\/].*\.ts$/ }, async ({ path }) => ({
      loader: "ts",
      contents: (await readFile(path, "utf8")).replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};
