import * as l10n from "@vscode/l10n";
import { CompletionItemKind, type Command } from "vscode-languageserver";
import { describeFieldAlone, describeFieldIn } from "../describe.js";
import { separated } from "../../rules/wording.js";
import { fieldToType, indentationAt, layoutOf, objectText, quote, type Template, unquoted } from "../insertion.js";
import type { Items } from "./items.js";
import { offeredFields, possibleVariants, type OfferedField, type Scope } from "./scope.js";
import { propertiesAt, type Target } from "./target.js";

/** Shows completions again after an item is accepted. */
export const SUGGEST_AGAIN: Command = { title: "", command: "editor.action.triggerSuggest" };

/** Adds the properties that can be inserted at the cursor or replace its key. */
export function addProperties(items: Items, scope: Scope, target: Target): void {
  for (const offered of offeredFields(scope)) {
    const { field, variants } = offered;
    const common = {
      label: field.name,
      kind: CompletionItemKind.Property,
      detail: detailOf(offered, scope),
      documentation: variants.length > 0 ? describeFieldIn(variants, field.name) : describeFieldAlone(field),
    };
    if (target.hasColon) items.add({ ...common, replaces: "content", text: [unquoted(field.name)] });
    else
      items.add({
        ...common,
        replaces: "token",
        text: propertiesAt(target, [propertyText(offered, scope, target)]),
        command: SUGGEST_AGAIN,
      });
  }
}

function propertyText({ field }: OfferedField, scope: Scope, { text, start }: Target): Template {
  if (field.name === "type") return fieldToType({ ...field, allowed: likeliestFirst(field.allowed ?? [], scope) });
  if (field.name !== "setup") return fieldToType(field);
  return [
    `${quote(field.name)}: `,
    ...objectText([['"type": "', {}, '"']], layoutOf(text), indentationAt(text, start)),
  ];
}

/** The types that fit the existing fields best, then the others. */
function likeliestFirst(types: readonly string[], scope: Scope): readonly string[] {
  return [...new Set([...possibleVariants(scope).map(({ type }) => type), ...types])];
}

function detailOf({ field, variants }: OfferedField, { kind }: Scope): string {
  if (kind === "either" && field.name === "type") return l10n.t("bare setup");
  if (kind !== "setup") return l10n.t("setup file");
  if (variants.length === 0 || variants.length > 3) return field.required ? l10n.t("required") : l10n.t("optional");
  const titles = separated(variants.map(({ title }) => l10n.t(title)));
  return field.required ? l10n.t("required: {0}", titles) : l10n.t("optional: {0}", titles);
}
