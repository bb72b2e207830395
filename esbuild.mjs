/**
 * Builds what is shipped: the extension, the language server, and the parts
 * that each of them loads only when it first needs them.
 *
 * Usage: node esbuild.mjs [--production] [--watch]
 */
import { chmod, cp, readFile } from "node:fs/promises";
import { build, context } from "esbuild";
import { writeBundles } from "./scripts/l10n/bundles.mjs";
import { writeNotices } from "./scripts/package/notices.mjs";
import "./schemas/compile.mjs";

const production = process.argv.includes("--production");
const watch = process.argv.includes("--watch");
const { version } = JSON.parse(await readFile("package.json", "utf8"));

/**
 * Modules that become files of their own beside extension.js and server.js.
 * Whoever imports one dynamically gets it from there, so it costs nothing until
 * then.
 */
const LAZY = {
  check: "server/src/cli/check.ts",
  undici: "client/src/service/transport/undici.ts",
  languageclient: "client/src/language/languageclient.ts",
};

const keepLazyModulesOut = {
  name: "keep-lazy-modules-out",
  setup({ onResolve }) {
    for (const name of Object.keys(LAZY)) {
      onResolve({ filter: new RegExp(`^\\.{1,2}/(?:.*/)?${name}\\.js$`) }, ({ kind }) =>
        kind === "dynamic-import" ? { path: `./${name}.js`, external: true } : undefined,
      );
    }
  },
};

/**
 * A file that imports a CommonJS module gets a copy of the module's properties. VS Code's API has hundreds of them, and
 * most of our files import it: the copies took half the time that loading the extension takes. An object that inherits
 * the API, and has no property of its own, leaves nothing to copy.
 */
const inheritVscode = {
  name: "inherit-vscode",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === "file" ? { path: "vscode", namespace: "vscode" } : { path: "vscode", external: true },
    );
    onLoad({ filter: /^vscode$/, namespace: "vscode" }, () => ({
      contents: 'module.exports = Object.create(require("vscode"));',
    }));
  },
};

const shared = {
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  // jsonc-parser's UMD entry requires its parts in a way no bundler can follow.
  mainFields: ["module", "main"],
  // Node takes longer to import a CommonJS file than to require it, and nothing needs it to be asynchronous.
  supported: { "dynamic-import": false },
  minify: production,
  sourcemap: production ? false : "linked",
  external: ["vscode"],
  define: { VAULTCONN_VERSION: JSON.stringify(version) },
  logLevel: "warning",
  metafile: true,
  outdir: "dist",
};

const bundles = [
  { ...shared, entryPoints: { extension: "client/src/extension.ts" }, plugins: [keepLazyModulesOut, inheritVscode] },
  { ...shared, entryPoints: LAZY },
  {
    ...shared,
    entryPoints: { server: "server/src/program/main.ts" },
    plugins: [keepLazyModulesOut],
    banner: { js: "#!/usr/bin/env node" },
  },
];

if (watch) {
  for (const bundle of bundles) await (await context(bundle)).watch();
} else {
  const built = await Promise.all(bundles.map((bundle) => build(bundle)));
  await chmod("dist/server.js", 0o755);
  await writeNotices(
    built.map(({ metafile }) => metafile),
    "dist/ThirdPartyNotices.txt",
  );
}
await writeBundles("dist/l10n");
await cp("docs/diagnostics.md", "dist/diagnostics.md");
await cp("schemas/generated/vaultconn.schema.json", "dist/vaultconn.schema.json");
