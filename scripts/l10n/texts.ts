/**
 * Which texts a part of the product shows, read from its sources.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { type Expression, parse, Visitor } from "oxc-parser";

import { ROOT } from "../folders.js";

/** Keys of a JSON Schema whose values people read. */
const SHOWN = new Set(["title", "description", "x-where"]);

/**
 * The English texts of a part: arguments of `l10n.t` in its code, or titles and
 * descriptions in its schemas.
 */
export async function textsOf(part: string): Promise<Set<string>> {
  const ofCode = await textsOfCode(part);
  return part === "schemas" ? new Set([...ofCode, ...(await textsOfSchemas())]) : ofCode;
}

async function textsOfCode(part: string): Promise<Set<string>> {
  const texts = new Set<string>();
  for (const file of await filesBelow(part, ".ts")) {
    const { program } = await parse(file, await readFile(file, "utf8"));
    new Visitor({
      CallExpression({ callee, arguments: [text] }) {
        // Texts of the schemas are in variables here.
        if (isTranslation(callee) && text?.type === "Literal" && typeof text.value === "string") texts.add(text.value);
      },
    }).visit(program);
  }
  return texts;
}

/** Whether what is called is `l10n.t`. */
function isTranslation(callee: Expression): boolean {
  if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return false;
  return callee.object.name === "l10n" && callee.property.type === "Identifier" && callee.property.name === "t";
}

async function textsOfSchemas(): Promise<Set<string>> {
  const texts = new Set<string>();
  for (const file of await filesBelow("schemas", ".schema.json")) {
    JSON.parse(await readFile(file, "utf8"), (key, value: unknown) => {
      if (SHOWN.has(key) && typeof value === "string") texts.add(value);
      return value;
    });
  }
  return texts;
}

async function filesBelow(folder: string, ending: string): Promise<readonly string[]> {
  const names = await readdir(path.join(ROOT, folder), { recursive: true });
  return names
    .filter((name) => name.endsWith(ending) && !name.startsWith("generated"))
    .sort()
    .map((name) => path.join(ROOT, folder, name));
}
