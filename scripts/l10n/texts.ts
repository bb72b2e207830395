import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { parseSync } from "oxc-parser";

import { ROOT } from "../folders.js";
import { type Node, nodesIn } from "../syntax.js";

/** Keys of a JSON Schema whose values people read. */
const SHOWN = new Set(["title", "description", "x-where"]);

/** The English texts of a part of the product: arguments of `l10n.t` in its code, titles and descriptions in its schemas. */
export async function textsOf(part: string): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  const names = await readdir(path.join(ROOT, part), { recursive: true });
  for (const name of names.filter((each) => !each.startsWith("generated"))) {
    const file = path.join(ROOT, part, name);
    if (name.endsWith(".ts")) {
      const calls = nodesIn(parseSync(file, await readFile(file, "utf8")).program).filter(isTranslation);
      for (const { arguments: [text] = [] } of calls) {
        // Texts of the schemas are in variables here.
        if (typeof text?.value === "string") texts.add(text.value);
      }
    }
    if (part === "schemas" && name.endsWith(".schema.json")) {
      JSON.parse(await readFile(file, "utf8"), (key, value: unknown) => {
        if (SHOWN.has(key) && typeof value === "string") texts.add(value);
        return value;
      });
    }
  }
  return texts;
}

/** Whether a node is a call of `l10n.t`. */
function isTranslation({ type, callee }: Node): boolean {
  return type === "CallExpression" && callee?.object?.name === "l10n" && callee.property?.name === "t";
}
