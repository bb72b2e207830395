import { chmod, cp, readFile } from "node:fs/promises";

import { build, type BuildOptions, context, type Plugin } from "esbuild";

import { compileSchemas, VALIDATORS } from "../../schemas/compile.js";
import { writeBundles } from "../l10n/bundles.js";
import { type Bundles } from "../package/bundled.js";

/** What is written last, so whatever is newer than this hasn't been built. */
export const LAST_PRODUCT = "dist/vaultconn.schema.json";

/**
 * Modules of the extension that become files of their own beside extension.js. Anyone who imports one dynamically gets it
 * from there, so it costs nothing until then.
 */
const LAZY = {
  undici: "client/core/service/transport/undici.ts",
  languageclient: "client/extension/language/languageclient.ts",
};

const keepLazyModulesOut: Plugin = {
  name: "keep-lazy-modules-out",
  setup(bundler) {
    for (const name of Object.keys(LAZY)) {
      bundler.onResolve({ filter: new RegExp(`^\\.{1,2}/(?:.*/)?${name}\\.js$`) }, ({ kind }) =>
        kind === "dynamic-import" ? { path: `./${name}.js`, external: true } : undefined,
      );
    }
  },
};

/** CommonJS modules with many properties that many of our files import. */
const LARGE_APIS = /^(?:vscode|vscode-languageserver(?:\/node)?|@vscode\/l10n)$/;

/**
 * A file that imports a CommonJS module gets a copy of the module's properties. VS Code's API and the language server's
 * library have hundreds of them: the copies took half the time that loading the extension takes, and a third of what the
 * server does before it listens. An object that inherits the API, and has no property of its own, leaves nothing to copy.
 */
const inheritLargeApis: Plugin = {
  name: "inherit-large-apis",
  setup(bundler) {
    bundler.onResolve({ filter: LARGE_APIS }, ({ path, importer, namespace }) => {
      const isOurs = namespace === "file" && !importer.includes("node_modules");
      return isOurs ? { path, namespace: "inherited" } : undefined;
    });
    bundler.onLoad({ filter: LARGE_APIS, namespace: "inherited" }, ({ path }) => ({
      contents: `module.exports = Object.create(require(${JSON.stringify(path)}));`,
      resolveDir: process.cwd(),
    }));
  },
};

/**
 * The library for agents compiles schemas of forms that servers show to people. We show none, and the compiler is larger
 * than all the rest of the library.
 */
const leaveOutSchemaCompiler: Plugin = {
  name: "leave-out-schema-compiler",
  setup(bundler) {
    bundler.onLoad({ filter: /@modelcontextprotocol.server.dist.shimsNode\.mjs$/ }, () => ({
      contents: 'export class DefaultJsonSchemaValidator {}; export { default as process } from "node:process";',
    }));
  },
};

/** undici's experimental second parser, a third of its size, which an environment variable would switch on. */
const leaveOutSecondParser: Plugin = {
  name: "leave-out-second-parser",
  setup(bundler) {
    bundler.onLoad({ filter: /undici.lib.milo.[\w-]+\.js$/ }, () => ({ contents: "" }));
  },
};

/**
 * Builds what is shipped into `dist/`: the extension, the language server, the parts that each of them loads only when
 * it first needs them, and what lies beside them.
 *
 * @param options `production` minifies; `watch` goes on, and builds again whatever changes
 * @returns what went into each bundle; nothing while watching
 */
export async function buildAll(options: { readonly production?: boolean; readonly watch?: boolean }): Promise<Bundles> {
  const validators = await compileSchemas();
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  const bundles = bundlesOf(version, options.production ?? false);
  const outputs: Bundles = {};
  if (options.watch === true) {
    for (const bundle of bundles) await (await context(bundle)).watch();
  } else {
    const built = await Promise.all(bundles.map((bundle) => build(bundle)));
    Object.assign(outputs, ...built.map(({ metafile }) => metafile.outputs));
    // The validators are a bundle themselves, which the bundler takes for one file.
    for (const { inputs } of Object.values(outputs)) if (VALIDATORS in inputs) Object.assign(inputs, validators);
    for (const program of ["server", "cli"]) await chmod(`dist/${program}.js`, 0o755);
  }
  await writeBundles("dist/l10n");
  await cp("docs/diagnostics.md", "dist/diagnostics.md");
  await cp("client/cli/plan/plan.schema.json", "dist/vaultconn-plan.schema.json");
  await cp("schemas/generated/vaultconn.schema.json", LAST_PRODUCT);
  return outputs;
}

/**
 * How a program begins: before anything is loaded, and in old syntax, so that old versions of Node can print the message.
 * The numbers are those of "engines" in package.json.
 */
const PROGRAM = `#!/usr/bin/env node
"use strict";
(function (version) {
  if (version[0] > 22 || (version[0] === 22 && version[1] >= 19)) return;
  console.error("This program needs Node 22.19 or later. This is Node " + process.versions.node + " (" + process.execPath + ").");
  process.exit(4);
})(process.versions.node.split(".").map(Number));`;

type Bundle = BuildOptions & { readonly metafile: true };

/** The extension, then what it loads on first use, its page, the language server, and the command line. */
export function bundlesOf(version: string, production: boolean): readonly [extension: Bundle, ...Bundle[]] {
  const shared = {
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node22.19",
    // jsonc-parser's UMD entry requires its parts in a way no bundler can follow.
    mainFields: ["module", "main"],
    // Node takes longer to import a CommonJS file than to require it, and nothing needs it to be asynchronous.
    supported: { "dynamic-import": false },
    minify: production,
    sourcemap: production ? false : "linked",
    external: ["vscode"],
    // The bundles contain module paths. Without this, a linked node_modules would reveal where it leads.
    preserveSymlinks: true,
    define: {
      VAULTCONN_VERSION: JSON.stringify(version),
      VAULTCONN_TEST_DELAYS_MS: "undefined",
      "process.env.UNDICI_USE_MILO": "undefined",
    },
    logLevel: "warning",
    metafile: true,
    outdir: "dist",
  } satisfies BuildOptions;
  return [
    {
      ...shared,
      entryPoints: { extension: "client/extension/extension.ts" },
      plugins: [keepLazyModulesOut, inheritLargeApis],
    },
    { ...shared, entryPoints: LAZY, plugins: [leaveOutSecondParser] },
    {
      ...shared,
      // The page runs in a browser, with a style sheet beside it.
      entryPoints: ["ts", "css"].map((ending) => ({ in: `client/page/overview.${ending}`, out: "overview" })),
      format: "iife",
      platform: "browser",
      target: "chrome138",
      external: [],
    },
    {
      ...shared,
      // The code for editors is in the same file, and runs only when it's needed.
      entryPoints: { server: "server/src/main.ts" },
      // Otherwise, Node 14 can't parse the file, and doesn't print which version it needs.
      supported: { ...shared.supported, "logical-assignment": false },
      plugins: [inheritLargeApis],
      banner: { js: PROGRAM },
    },
    { ...shared, entryPoints: { cli: "client/cli/main.ts" }, banner: { js: PROGRAM } },
    {
      ...shared,
      // What it loads on first use is in the same file. An import of vscode breaks the build.
      entryPoints: { vaultconn: "client/cli/vaultconn.ts" },
      external: [],
      plugins: [keepLazyModulesOut, leaveOutSchemaCompiler],
    },
  ];
}
