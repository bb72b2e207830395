import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { withBundles } from "../bundle.js";
import type { Check, Contestant, Schema } from "./contestant.js";
import type { createCheck } from "./programs/json-service.js";
import { compareQuality } from "./quality.js";
import { byType } from "./schemas.js";
import { compareServers } from "./servers.js";
import { compareSpeed } from "./speed.js";

const PROGRAMS = {
  vaultconn: "language/programs/vaultconn.ts",
  "json-service": "language/programs/json-service.ts",
  // What VS Code's JSON server is made of.
  "json-server": "node_modules/vscode-langservers-extracted/lib/json-language-server/node/jsonServerMain.js",
};

/** Compares the language server, and what it is made of, with VS Code's JSON server. */
export async function compareLanguage(): Promise<void> {
  // What an editor has if it is given the extension's schema: both shapes of a file, and one `oneOf` of the variants.
  const published = JSON.parse(await readFile("dist/vaultconn.schema.json", "utf8")) as Schema;
  await withBundles(PROGRAMS, {}, async (folder) => {
    const load = async (name: string): Promise<unknown> => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    const { check } = (await load("vaultconn")) as { check: Check };
    const service = (await load("json-service")) as { createCheck: typeof createCheck };
    const contestants: readonly Contestant[] = [
      { name: "ours", check },
      { name: "JSON service", check: service.createCheck(published) },
      { name: "JSON service, by type", check: service.createCheck(byType(published)) },
    ];
    await compareSpeed(contestants);
    await compareQuality(contestants);
    await compareServers(join(folder, "json-server.mjs"), published);
  });
}
