import * as l10n from "@vscode/l10n";
import { type Command, CompletionItemKind } from "vscode-languageserver";
import type { Field } from "../../../../schemas/fields.js";
import { type Variant, variants, variantsOfType } from "../../../../schemas/variants.js";
import { dayAfter, LIFETIMES } from "../../../../schemas/judgements.js";
import { separated } from "../../rules/wording.js";
import { describeFieldAlone, describeFieldIn, describeVariant } from "../describe.js";
import {
  fieldToType,
  HTTPS,
  indentationAt,
  join,
  layoutOf,
  type NameOf,
  objectText,
  quote,
  separatorAt,
  setupProperties,
  startingFields,
  type Template,
  unquoted,
} from "../insertion.js";
import type { Draft, Items, Target } from "./items.js";
import { type OfferedField, offeredFields, possibleVariants, type Scope } from "./scope.js";

/** Shows completions again after an item is accepted. */
export const SUGGEST_AGAIN: Command = { title: "", command: "editor.action.triggerSuggest" };

/** Adds the properties that can be inserted at the cursor or replace its key. */
export function addProperties(items: Items, scope: Scope, target: Target, nameOf: NameOf): void {
  const before = target.commaAt === target.start ? ", " : "";
  for (const offered of offeredFields(scope)) {
    const { field, variants: having } = offered;
    const common = {
      label: field.name,
      kind: CompletionItemKind.Property,
      detail: detailOf(offered, scope),
      documentation: having.length > 0 ? describeFieldIn(having, field.name) : describeFieldAlone(field),
    };
    if (target.hasColon) items.add({ ...common, replaces: "content", text: [unquoted(field.name)] });
    else
      items.add({
        ...common,
        replaces: "token",
        text: [before, ...propertyText(offered, scope, target, nameOf), target.commaAfter ? "," : ""],
        command: SUGGEST_AGAIN,
      });
  }
}

function propertyText({ field }: OfferedField, scope: Scope, { text, start }: Target, nameOf: NameOf): Template {
  if (field.name === "type")
    return fieldToType(nameOf)({ ...field, allowed: likeliestFirst(field.allowed ?? [], scope) });
  if (field.name !== "setup") return fieldToType(nameOf)(field);
  const setup = objectText([['"type": "', {}, '"']], layoutOf(text), indentationAt(text, start));
  return [`${quote(field.name)}: `, ...setup];
}

/** The types that fit the existing fields best, then the others. */
function likeliestFirst(types: readonly string[], scope: Scope): readonly string[] {
  return [...new Set([...possibleVariants(scope).map(({ type }) => type), ...types])];
}

function detailOf({ field, variants: having }: OfferedField, { kind }: Scope): string {
  if (kind === "either" && field.name === "type") return l10n.t("bare setup");
  if (kind !== "setup") return l10n.t("setup file");
  if (having.length === 0 || having.length > 3) return field.required ? l10n.t("required") : l10n.t("optional");
  const titles = separated(having.map(({ title }) => l10n.t(title)));
  return field.required ? l10n.t("required: {0}", titles) : l10n.t("optional: {0}", titles);
}

/** Adds each variant as a value of `type`. Accepting one also inserts the required fields that are missing. */
export function addTypes(items: Items, scope: Scope, target: Target, nameOf: NameOf): void {
  const others = { ...scope, others: scope.others.filter(({ key }) => key.text !== "type") };
  const possible = possibleVariants(others);
  const separator = separatorAt(target.text, target.propertyStart);
  for (const variant of [...possible, ...variants.filter((other) => !possible.includes(other))]) {
    const fields = startingFields(variant).filter(({ name }) => !others.others.some(({ key }) => key.text === name));
    items.add({
      ...itemOf(variant, CompletionItemKind.EnumMember),
      ...(fields.length === 0
        ? { replaces: "content", text: [unquoted(variant.type)] }
        : {
            replaces: "token",
            text: [
              ...join([[quote(variant.type)], ...fields.map(fieldToType(nameOf))], separator),
              target.commaAfter ? "," : "",
            ],
          }),
    });
  }
}

/** Adds a whole setup for each variant, as the value of `setup`. */
export function addSetups(items: Items, { text, start, commaAfter }: Target, nameOf: NameOf): void {
  for (const variant of variants) {
    const object = objectText(setupProperties(variant, nameOf), layoutOf(text), indentationAt(text, start));
    items.add({
      ...itemOf(variant, CompletionItemKind.Snippet),
      replaces: "token",
      text: [...object, commaAfter ? "," : ""],
    });
  }
}

/**
 * Adds a whole setup file for each variant, for an empty document.
 * @param namesTarget whether it includes id and tenant.
 */
export function addSkeletons(items: Items, { text, start }: Target, namesTarget: boolean, nameOf: NameOf): void {
  const layout = layoutOf(text);
  const indentation = indentationAt(text, start);
  const names = namesTarget ? ["id", "tenant"].map((name): Template => [`"${name}": "`, {}, '"']) : [];
  for (const variant of variants) {
    const setup = objectText(setupProperties(variant, nameOf), layout, `${indentation}${layout.unit}`);
    items.add({
      ...itemOf(variant, CompletionItemKind.Snippet),
      detail: l10n.t("Setup file: {0}", l10n.t(variant.title)),
      replaces: "token",
      text: objectText([...names, ['"setup": ', ...setup]], layout, indentation),
    });
  }
}

/** Types that several variants share are distinguished by their fields. */
function itemOf(
  variant: Variant,
  kind: CompletionItemKind,
): Pick<Draft, "label" | "kind" | "detail" | "filter" | "documentation"> {
  const { type, title } = variant;
  const names = startingFields(variant).map(({ name }) => name);
  const label = variantsOfType(type).length === 1 ? type : `${type}: ${names.join(", ")}`;
  const filter = [type, ...names].join(" ");
  return { label, kind, detail: l10n.t(title), filter, documentation: describeVariant(variant) };
}

const SCHEME = /^(?:[a-z]+:\/+|https?:)/i;

export function addAllowed(items: Items, { name, allowed }: Field): void {
  for (const word of allowed ?? []) {
    items.add({
      label: word,
      kind: CompletionItemKind.EnumMember,
      detail: name,
      replaces: "content",
      text: [unquoted(word)],
    });
  }
}

/** Adds the days on which a credential that was made today often ends. */
export function addDates(items: Items, now: number): void {
  for (const days of LIFETIMES) {
    const date = dayAfter(days, now);
    const detail = l10n.t("in {0} days", days);
    items.add({ label: date, kind: CompletionItemKind.Value, detail, replaces: "content", text: [unquoted(date)] });
  }
}

/** Adds the start of a URL if nothing else is before the cursor. Replaces an existing one. */
export function addScheme(
  items: Items,
  { text, cursor, start, end, content = { start, end }, isQuoted }: Target,
): void {
  const typed = text.slice(content.start, cursor);
  if (!HTTPS.startsWith(typed.toLowerCase()) || typed === HTTPS) return;
  const draft = { label: HTTPS, kind: CompletionItemKind.Value, detail: l10n.t("start of a URL") };
  const [scheme = ""] = SCHEME.exec(text.slice(content.start, content.end)) ?? [];
  const schemeEnd = Math.max(cursor, content.start + scheme.length);
  if (isQuoted || schemeEnd < content.end)
    items.add({ ...draft, replaces: { start: content.start, end: schemeEnd }, text: [HTTPS] });
  else items.add({ ...draft, replaces: "token", text: [`"${HTTPS}`, {}, '"'] });
}
