import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

import { build } from "esbuild";

import { CACHE } from "../../folders.js";
import type { Check, Contestant, Schema } from "./contestant.js";
import type { createCheck } from "./programs/json-service.js";
import { compareQuality } from "./quality.js";
import { byType } from "./schemas.js";
import { compareServers } from "./servers.js";
import { compareSpeed } from "./speed.js";

const BUNDLES = join(CACHE, "bench");

/** Bundles programs, each into a file of its own as editors ship theirs, so that contestants share no compiled code. */
async function bundlePrograms(): Promise<void> {
  await build({
    entryPoints: {
      vaultconn: "scripts/bench/language/programs/vaultconn.ts",
      "json-service": "scripts/bench/language/programs/json-service.ts",
      // What VS Code's JSON server is made of.
      "json-server":
        "scripts/bench/node_modules/vscode-langservers-extracted/lib/json-language-server/node/jsonServerMain.js",
    },
    outdir: BUNDLES,
    bundle: true,
    platform: "node",
    target: "node22.19",
    minify: true,
    mainFields: ["module", "main"],
    logLevel: "error",
  });
}

/** Compares the language server, and what it is made of, with VS Code's JSON server. */
export async function compareLanguage(): Promise<void> {
  await bundlePrograms();
  // What an editor has if it is given the extension's schema: both shapes of a file, and one `oneOf` of the variants.
  const published = JSON.parse(await readFile("dist/vaultconn.schema.json", "utf8")) as Schema;
  const load = createRequire(join(BUNDLES, "/"));
  const { check } = load("./vaultconn.js") as { check: Check };
  const service = load("./json-service.js") as { createCheck: typeof createCheck };
  const contestants: readonly Contestant[] = [
    { name: "ours", check },
    { name: "JSON service", check: service.createCheck(published) },
    { name: "JSON service, by type", check: service.createCheck(byType(published)) },
  ];
  await compareSpeed(contestants);
  await compareQuality(contestants);
  await compareServers(join(BUNDLES, "json-server.js"), published);
}
