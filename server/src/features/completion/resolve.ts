import type { CompletionItem } from "vscode-languageserver";
import { setupFileFields, typeField } from "../../../../schemas/fields.js";
import { variants } from "../../../../schemas/variants.js";
import type { ClientSupport } from "../../client/support.js";
import { describeFieldAlone, describeFieldIn, describeReference, describeVariant, toMarkup } from "../describe.js";
import type { ItemData } from "./items.js";

/** Adds its documentation to a completion item that somebody looks at. */
export function resolveCompletion(item: CompletionItem, support: ClientSupport): CompletionItem {
  const blocks = documentationOf((item.data ?? {}) as ItemData);
  return blocks.length === 0 ? item : { ...item, documentation: toMarkup(blocks, support.completionMarkdown) };
}

function documentationOf({ field, variant, reference }: ItemData): readonly string[] {
  if (reference) return [describeReference(reference)];
  if (variant !== undefined) {
    const known = variants.find(({ number }) => number === variant);
    return known ? describeVariant(known) : [];
  }
  return field ? documentationOfField(field) : [];
}

function documentationOfField({ name, variants: numbers }: NonNullable<ItemData["field"]>): readonly string[] {
  const having = variants.filter(({ number }) => numbers.includes(number));
  if (having.length > 0) return describeFieldIn(having, name);
  const known = [typeField, ...setupFileFields].find((candidate) => candidate.name === name);
  return known ? describeFieldAlone(known) : [];
}
