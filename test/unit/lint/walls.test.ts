import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path/posix";

import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import config, { WALLS } from "../../../.dependency-cruiser.mjs";

/** Imports that are allowed, as [importing file, imported file]. */
const ALLOWED = [
  ["client/extension/language/allowed.ts", "client/extension/services.ts"],
  ["client/extension/push/allowed.ts", "client/extension/ui/virtual.ts"],
  ["client/extension/push/allowed.ts", "vscode"],
  ["client/cli/plan/allowed.ts", "client/core/push/virtual.ts"],
  ["server/src/rules/allowed.ts", "schemas/virtual.ts"],
  ["client/core/service/transport/allowed.ts", "node:https"],
] as const;

/** A project of files that hold nothing but the imports that walls forbid, and those that are allowed. */
let project = "";
let violations: ICruiseResult["summary"]["violations"] = [];

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "vault-connections-walls-"));
  for (const [index, { place, others }] of WALLS.entries()) {
    for (const file of others.map(fileIn)) if (file.includes("/")) await write(file, "export {};\n");
    const importing = importingFile(place, index);
    await write(importing, others.map((other) => importOf(importing, fileIn(other))).join(""));
  }
  for (const [importing, imported] of ALLOWED) await write(importing, importOf(importing, imported));
  const { output } = await cruise(["client", "server", "schemas", "anywhere"], {
    ...config.options,
    baseDir: project,
    validate: true,
    ruleSet: { forbidden: config.forbidden ?? [] },
  });
  violations = (output as ICruiseResult).summary.violations;
});
afterAll(() => rm(project, { recursive: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, file)), { recursive: true });
  await writeFile(join(project, file), text, { flag: "a" });
}

/** The file that stands for a folder, file or module. */
function fileIn(other: string): string {
  if (other.endsWith(".ts")) return other;
  const isFolder = other.includes("/") || ["client", "server", "test", "scripts", "schemas"].includes(other);
  return isFolder ? `${other}/virtual.ts` : other;
}

/** A wall around a file is broken in that file. */
function importingFile(place: string, index: number): string {
  return place.endsWith(".ts") ? place : join(place || "anywhere", `importing-${index}.ts`);
}

function importOf(importing: string, imported: string): string {
  if (!imported.includes("/")) return `import "${imported}";\n`;
  const path = relative(dirname(importing), imported).replace(/\.ts$/, ".js");
  return `import "${path.startsWith(".") ? path : `./${path}`}";\n`;
}

describe("a wall", () => {
  it.each(WALLS.flatMap((wall, index) => wall.others.map((other) => ({ ...wall, index, other }))))(
    "keeps $other out of $place",
    ({ place, index, other }) => {
      const broken = violations.filter(({ rule }) => rule.name === config.forbidden?.[index]?.name);
      const imported = fileIn(other);
      expect(broken.map(({ from, to }) => [from, to.replace(/^.*node_modules\//, "")])).toContainEqual([
        importingFile(place, index),
        imported,
      ]);
    },
  );

  it.each(ALLOWED)("lets %s import %s", (importing) => {
    expect(violations.filter(({ from }) => from === importing)).toEqual([]);
  });
});
