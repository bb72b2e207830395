import type { Command } from "vscode-languageserver";
import { fieldToType, objectText, quote, unquoted } from "../fieldText.js";
import { indentationAt, layoutOf } from "../layout.js";
import type { Template } from "../snippet.js";
import type { Items } from "./items.js";
import { itemKinds } from "./kinds.js";
import { offeredFields, type OfferedField, type Scope } from "./scope.js";
import { propertiesAt, type Target } from "./target.js";

/** Has an editor show the next completions right after an item was accepted. */
export const SUGGEST_AGAIN: Command = { title: "Suggest", command: "editor.action.triggerSuggest" };

/** The properties that can be added where the cursor is, or that the key at the cursor can become. */
export function addProperties(items: Items, scope: Scope, target: Target): void {
  for (const offered of offeredFields(scope)) {
    const { field, variants } = offered;
    const common = {
      label: field.name,
      kind: itemKinds.property,
      detail: detailOf(offered, scope),
      data: { field: { name: field.name, variants: variants.map(({ number }) => number) } },
    };
    if (target.hasColon) items.add({ ...common, replaces: "content", text: [unquoted(field.name)] });
    else items.add({ ...common, replaces: "token", text: propertiesAt(target, [propertyText(offered, target)]), command: SUGGEST_AGAIN });
  }
}

function propertyText({ field }: OfferedField, { text, start }: Target): Template {
  if (field.name !== "setup") return fieldToType(field);
  return [`${quote(field.name)}: `, ...objectText([['"type": "', {}, '"']], layoutOf(text), indentationAt(text, start))];
}

function detailOf({ field, variants }: OfferedField, { kind }: Scope): string {
  if (kind === "either" && field.name === "type") return "bare setup";
  if (kind !== "setup") return "setup file";
  const titles = variants.length > 0 && variants.length < 4 ? `: ${variants.map(({ title }) => title).join(", ")}` : "";
  return `${field.required ? "required" : "optional"}${titles}`;
}
