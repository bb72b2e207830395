/**
 * Builds what is shipped: the extension, the language server, and the two
 * libraries that the extension loads only when it first needs them.
 *
 * Usage: node esbuild.mjs [--production] [--watch]
 */
import { cp } from "node:fs/promises";
import { build, context } from "esbuild";
import "./schemas/compile.mjs";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");

/**
 * Modules that become files of their own beside extension.js. Whoever imports
 * one dynamically gets it from there, so it costs nothing until then.
 */
const LAZY = {
  undici: "client/src/service/undici.ts",
  languageclient: "client/src/language/languageclient.ts",
};

const keepLazyModulesOut = {
  name: "keep-lazy-modules-out",
  setup({ onResolve }) {
    for (const name of Object.keys(LAZY)) {
      onResolve({ filter: new RegExp(`^\\./${name}\\.js$`) }, ({ kind }) =>
        kind === "dynamic-import" ? { path: `./${name}.js`, external: true } : undefined,
      );
    }
  },
};

const shared = {
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  // jsonc-parser's UMD entry requires its parts in a way no bundler can follow.
  mainFields: ["module", "main"],
  minify: production,
  sourcemap: production ? false : "linked",
  external: ["vscode"],
  logLevel: "warning",
  outdir: "dist",
};

const bundles = [
  { ...shared, entryPoints: { extension: "client/src/extension.ts" }, plugins: [keepLazyModulesOut] },
  { ...shared, entryPoints: LAZY },
  { ...shared, entryPoints: { server: "server/src/main.ts" }, banner: { js: "#!/usr/bin/env node" } },
];

if (watch) {
  for (const bundle of bundles) await (await context(bundle)).watch();
} else {
  await Promise.all(bundles.map((bundle) => build(bundle)));
}
await cp("schemas/generated/vaultconn.schema.json", "dist/vaultconn.schema.json");
