import { readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";

import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const PATHS = "import-x/no-restricted-paths";
const NAMES = "no-restricted-imports";

const eslint = new ESLint({
  // A virtual file belongs to no TypeScript project, and these two rules need none.
  overrideConfig: { languageOptions: { parserOptions: { project: false } } },
  ruleFilter: ({ ruleId }) => ruleId === PATHS || ruleId === NAMES,
});

/** What the rule is told about a file. */
async function optionsOf<Options>(rule: string, file: string): Promise<Options> {
  const { rules } = (await eslint.calculateConfigForFile(file)) as {
    readonly rules: Readonly<Record<string, readonly [severity: number, options: Options]>>;
  };
  const [, options] = rules[rule] ?? [];
  if (options === undefined) throw new Error(`${rule} is off for ${file}.`);
  return options;
}

/** The rules that a file breaks by an import. @param folder or file that imports; a folder has no such file */
async function brokenBy(importer: string, imported: string): Promise<readonly unknown[]> {
  const filePath = importer.endsWith(".ts") ? importer : join(importer, "virtual.ts");
  const results = await eslint.lintText(`import "${imported}";\n`, { filePath });
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message));
}

/** How a file or folder imports a file, or some file of a folder. @throws {Error} where there is none */
function importOf(importer: string, from: string): string {
  const folder = importer.endsWith(".ts") ? dirname(importer) : importer;
  const names = statSync(from).isFile() ? [""] : readdirSync(from, { recursive: true, encoding: "utf8" });
  const file = names.find((name) => name === "" || name.endsWith(".ts"));
  if (file === undefined) throw new Error(`${from} has no file to import.`);
  const path = relative(folder, join(from, file.replaceAll("\\", "/"))).replace(/\.ts$/, ".js");
  return path.startsWith(".") ? path : `./${path}`;
}

const { zones } = await optionsOf<{ zones: readonly { target: string; from: string }[] }>(PATHS, "client/src/x.ts");

describe("a wall between folders", () => {
  it.each(zones)("keeps $from out of $target", async ({ target, from }) => {
    expect(await brokenBy(join(target), importOf(join(target), join(from)))).toEqual([PATHS]);
  });

  it.each([
    ["client/src/files", "client/src/services.ts"],
    ["client/src/overview", "client/src/services.ts"],
    ["client/src/services.ts", "client/src/commands/table.ts"],
    ["client/src/commands", "client/src/extension.ts"],
    ["client/cli/plan", "client/cli/main.ts"],
    ["server/src/edge", "server/src/program/main.ts"],
    ["client/src/overview", "client/page/overview.ts"],
    ["client/src/sidebar", "client/src/commands/table.ts"],
    ["client/src/push", "client/cli/program.ts"],
    ["client/src/files", "server/src/rules/table.ts"],
    ["server/src/rules", "client/src/locale.ts"],
    ["schemas", "server/src/rules/table.ts"],
    ["client/src/push", "test/service/service.ts"],
  ])("keeps %s from importing %s", async (importer, imported) => {
    expect(await brokenBy(importer, importOf(importer, imported))).toContain(PATHS);
  });

  it.each([
    ["client/src/language", "client/src/services.ts"],
    ["client/src/commands", "client/src/files/knownVariants.ts"],
    ["client/cli/plan", "client/src/push/plan.ts"],
    ["server/src/rules", "schemas/variants.ts"],
  ])("lets %s import %s", async (importer, imported) => {
    expect(await brokenBy(importer, importOf(importer, imported))).toEqual([]);
  });
});

const NETWORK = ["undici", "http", "node:https", "node:net", "node:tls", "node:dns"];
const EDITOR = ["vscode", "vscode-languageclient"];

describe.each([
  ["schemas", [...NETWORK, ...EDITOR]],
  ["server/src/features", [...NETWORK, ...EDITOR]],
  ["client/src/secrets", [...NETWORK, ...EDITOR]],
  ["client/src/push", [...NETWORK, ...EDITOR]],
  ["client/src/connections", [...NETWORK, ...EDITOR]],
  ["client/src/lock", [...NETWORK, ...EDITOR]],
  ["client/cli/plan", [...NETWORK, ...EDITOR]],
  ["client/src/push/surface", NETWORK],
  ["client/src/sidebar", NETWORK],
  ["client/src/service/transport", EDITOR],
])("a module of %s", (folder, forbidden) => {
  it.each(forbidden)("imports no %s", async (name) => {
    expect(await brokenBy(folder, name)).toEqual([NAMES]);
  });
});
