import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { build, type BuildOptions, type Plugin } from "esbuild";

import { ROOT } from "../folders.js";

/** What can be measured: the folders beside this file. */
export const AREAS = ["language", "http", "check", "cli"] as const;
export type Area = (typeof AREAS)[number];

const BENCH = join(ROOT, "scripts/bench");
/** What VS Code's JSON server is made of, for a bundle such as VS Code itself ships. */
const JSON_SERVER = "node_modules/vscode-langservers-extracted/lib/json-language-server/node/jsonServerMain.js";

/**
 * Bundles the programs of one area, each into a file of its own, and runs the one named `main`.
 *
 * @throws {Error} when it fails
 */
export async function runArea(area: Area, quick: boolean): Promise<void> {
  // Programs find the packages of the benchmark from here, and after them those of the project.
  const folder = join(BENCH, "node_modules/.cache", String(process.pid));
  process.once("exit", () => {
    child?.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  let child: ChildProcess | undefined;
  try {
    await (area === "language" ? bundleLanguage(folder) : bundlePrograms(area, folder, { packages: "external" }));
    child = spawn(process.execPath, ["--expose-gc", join(folder, "main.mjs"), ROOT, ...(quick ? ["--quick"] : [])], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    if (code !== 0) throw new Error(`The benchmark "${area}" ended with ${code ?? String(signal)}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every contestant is bundled for itself, as editors ship theirs: none shares compiled code with another. */
async function bundleLanguage(folder: string): Promise<void> {
  await bundlePrograms("language", folder, { mainFields: ["module", "main"] });
  await build({
    entryPoints: [join(BENCH, JSON_SERVER)],
    outfile: join(folder, "json-server.cjs"),
    bundle: true,
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    minify: true,
    logLevel: "error",
  });
}

async function bundlePrograms(area: Area, folder: string, options: BuildOptions): Promise<void> {
  const programs = join(BENCH, area, "programs");
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
const keepAddressOfTests: Plugin = {
  name: "keep-address-of-tests",
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]test[\\/]unit[\\/].*\.ts$/ }, async ({ path }) => ({
      loader: "ts",
      contents: (await readFile(path, "utf8")).replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};
