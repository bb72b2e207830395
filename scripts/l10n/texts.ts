import { readdir, readFile } from "node:fs/promises";

import { type Node, sourcesOf } from "../syntax.js";

/** Keys of a JSON Schema whose values people read. */
const SHOWN = new Set(["title", "description", "x-where"]);

/** The English texts of a part of the product: arguments of `l10n.t` in its code, titles and descriptions in its schemas. */
export async function textsOf(part: string): Promise<ReadonlySet<string>> {
  const texts = new Set<string>();
  for (const { nodes } of await sourcesOf(part)) {
    for (const { arguments: [text] = [] } of nodes.filter(isTranslation)) {
      // Texts of the schemas are in variables here.
      if (typeof text?.value === "string") texts.add(text.value);
    }
  }
  if (part !== "schemas") return texts;
  for (const name of await readdir(part, { recursive: true })) {
    if (name.startsWith("generated") || !name.endsWith(".schema.json")) continue;
    JSON.parse(await readFile(`${part}/${name}`, "utf8"), (key, value: unknown) => {
      if (SHOWN.has(key) && typeof value === "string") texts.add(value);
      return value;
    });
  }
  return texts;
}

/** Whether a node is a call of `l10n.t`. */
function isTranslation({ type, callee }: Node): boolean {
  return type === "CallExpression" && callee?.object?.name === "l10n" && callee.property?.name === "t";
}
