import { chmod, cp, readFile, writeFile } from "node:fs/promises";

import { build, type BuildOptions, context, type Plugin } from "esbuild";
import { parseSync } from "oxc-parser";

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
/** The same beside server.js. */
const LAZY_IN_SERVER = { languageServer: "server/src/languageServer.ts" };

const keepLazyModulesOut: Plugin = {
  name: "keep-lazy-modules-out",
  setup(bundler) {
    for (const name of Object.keys({ ...LAZY, ...LAZY_IN_SERVER })) {
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

/** Parts of Node that the language server needs late or never, and its library requires at once. */
const RARE_BUILTINS = /^(?:node:)?(?:child_process|crypto|net|readline)$/;

/** Loads those parts when something of them is used. To load them took a tenth of the language server's start. */
const loadRareBuiltinsLate: Plugin = {
  name: "load-rare-builtins-late",
  setup(bundler) {
    bundler.onResolve({ filter: RARE_BUILTINS }, ({ path, namespace }) =>
      namespace === "file" ? { path, namespace: "late" } : undefined,
    );
    // It inherits, since what a module imports is copied from the properties that an object itself has.
    bundler.onLoad({ filter: RARE_BUILTINS, namespace: "late" }, ({ path }) => ({
      contents: `module.exports = Object.create(new Proxy({}, { get: (_, name) => require(${JSON.stringify(path)})[name] }), { __esModule: { value: false } });`,
    }));
  },
};

/**
 * Puts each bundled CommonJS module's function in parentheses, which is how V8 knows that it's called at once. Otherwise,
 * V8 reads every module twice: first for syntax errors, then to compile it. That was a fifth of the server's start.
 */
const compileModulesAtOnce: Plugin = {
  name: "compile-modules-at-once",
  setup(bundler) {
    bundler.onEnd(async ({ metafile }) => {
      for (const file of Object.keys(metafile?.outputs ?? {})) {
        const code = await readFile(file, "utf8");
        await writeFile(file, withParentheses(code, modulesIn(file, code)));
      }
    });
  },
};

/** The functions of a bundle's modules: each is the only argument of a call whose result a variable of the file gets. */
function modulesIn(file: string, code: string): readonly Span[] {
  return parseSync(file, code).program.body.flatMap((statement) =>
    statement.type !== "VariableDeclaration"
      ? []
      : statement.declarations.flatMap(({ init }) => {
          const [module, ...others] = init?.type === "CallExpression" ? init.arguments : [];
          return module?.type === "ArrowFunctionExpression" && others.length === 0 ? [module] : [];
        }),
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** @param spans in their order, none inside of another */
function withParentheses(code: string, spans: readonly Span[]): string {
  let end = 0;
  const parts = spans.map((span) => {
    const part = `${code.slice(end, span.start)}(${code.slice(span.start, span.end)})`;
    ({ end } = span);
    return part;
  });
  return parts.join("") + code.slice(end);
}

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

/** Parts of the language server's library for what the server doesn't do. They were a twentieth of its size. */
const UNUSED_FEATURES =
  /vscode-languageserver(?:-protocol)?.lib.(?:common.(?:protocol\.)?(?:callHierarchy|colorProvider|inlineCompletion|inlineValue|linkedEditingRange|moniker|notebook|textDocumentContent|typeHierarchy)|node.files)\.js$/;

/** Leaves those out. The library composes its connection of functions that add a part each: here, they add nothing. */
const leaveOutUnusedFeatures: Plugin = {
  name: "leave-out-unused-features",
  setup(bundler) {
    bundler.onLoad({ filter: UNUSED_FEATURES }, () => ({
      contents: "module.exports = new Proxy({}, { get: () => (base) => base });",
    }));
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
      entryPoints: { server: "server/src/main.ts" },
      plugins: [keepLazyModulesOut],
      banner: { js: PROGRAM },
    },
    {
      ...shared,
      entryPoints: LAZY_IN_SERVER,
      plugins: [
        inheritLargeApis,
        loadRareBuiltinsLate,
        leaveOutUnusedFeatures,
        ...(production ? [compileModulesAtOnce] : []),
      ],
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
