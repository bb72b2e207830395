/**
 * Starts the embedded service alone: npm run service -- --port P --connections N.
 * Compiles it first, which takes a fraction of a second.
 */
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const folder = path.join(root, ".vscode-test/service");
/** Each process has a bundle of its own, so that several can start at once. */
const bundle = path.join(folder, `${process.pid}.mjs`);

async function compileSchemasIfNeeded() {
  const schemas = path.join(root, "schemas");
  const names = await readdir(schemas, { recursive: true });
  const sources = names.filter(
    (name) => /\.schema\.json$|^formats\.ts$|^compile\.mjs$/.test(name) && !name.startsWith("generated"),
  );
  const times = await Promise.all(sources.map(async (name) => (await stat(path.join(schemas, name))).mtimeMs));
  const compiled = await stat(path.join(schemas, "generated/validators.js")).catch(() => undefined);
  if (compiled === undefined || compiled.mtimeMs < Math.max(...times)) await import("../../schemas/compile.mjs");
}

async function loadService() {
  await compileSchemasIfNeeded();
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [path.join(root, "scripts/service/main.ts")],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  try {
    return await import(pathToFileURL(bundle).href);
  } finally {
    await rm(bundle, { force: true });
  }
}

const { main } = await loadService();
process.exitCode = await main(process.argv.slice(2));
