import * as l10n from "@vscode/l10n";
import type { Field } from "../../../../schemas/fields.js";
import { encodedBehindHost } from "../../../../schemas/formats.js";
import { dayAfter, LIFETIMES, useOrdinaryCharacters } from "../../../../schemas/judgements.js";
import { isPlaceholder } from "../../../../schemas/placeholders.js";
import { escapeReferences } from "../../../../schemas/references.js";
import { nearestName } from "../../document/misspelling.js";
import { placesOf } from "../../document/placedReferences.js";
import { sourceTextOf } from "../../document/jsonTree.js";
import { accepts, type FieldValue, allowsReferences } from "../../document/fieldValues.js";
import { hiddenCauseOf, judgementOf } from "../../rules/valueRules.js";
import { changeTo, endOf, removeNamed, replace, replaceByString, sure } from "./edits.js";
import { type Fix, type FixContext, ofValue } from "./fix.js";
import { environmentReference, storingNewValue } from "./referenceFixes.js";

/** Quotes the value if that makes it valid, or removes an optional null. */
export const wrongValueType = ofValue((value, { file }) => {
  const { node, field } = value;
  if (node.type === "null") return removed(value, file.text);
  const text = sourceTextOf(file.text, node);
  return node.children === undefined && accepts(field, text)
    ? [sure({ title: l10n.t("Enclose in double quotes"), edits: [replaceByString(node, text)] })]
    : [];
});

/** Offers the nearest allowed word, or else all of them if they're few. Repairs a date. */
export const invalidValue = ofValue((value, context) => {
  if (value.field.format) return repaired(value, context);
  const allowed = value.field.allowed ?? [];
  const suggestion = nearestName(value.text ?? "", allowed);
  if (suggestion !== undefined) return [sure(changeTo(value.node, suggestion))];
  return allowed.length > 3 ? [] : allowed.map((word) => changeTo(value.node, word));
});

/** Repairs a value with a common format mistake, or removes an optional empty value. */
export const wrongFormat = ofValue(repaired);

/** Moves the end of a credential that was replaced, or removes it. */
export const ending = ofValue((value, { file }) => {
  const now = Date.now();
  return [...LIFETIMES.map((days) => changeTo(value.node, dayAfter(days, now))), ...removed(value, file.text)];
});

function repaired(value: FieldValue, { file }: FixContext): readonly Fix[] {
  if (value.text === undefined) return [];
  if (value.text.trim() === "") return removed(value, file.text);
  const hidden = hiddenCauseOf(value);
  if (hidden) return [ordinary(value, hidden.better)];
  const better = repairFormat(value.field, value.text);
  if (better === undefined) return [];
  const title = titleFor(value.field, value.text.trim(), better);
  return [sure({ title, edits: [replaceByString(value.node, better)] })];
}

function titleFor({ format = "https-url" }: Field, text: string, better: string): string {
  return format === "https-url" && text !== better && /^https:\/\/[^/]/i.test(text)
    ? l10n.t("Percent-encode invalid characters")
    : TITLES[format]();
}

const TITLES: Readonly<Record<NonNullable<Field["format"]>, () => string>> = {
  "https-url": () => l10n.t("Change to an https:// URL"),
  hostname: () => l10n.t("Keep only the host name"),
  "host-port": () => l10n.t("Keep only the host"),
  "full-date": () => l10n.t("Write it as a date"),
  email: () => l10n.t("Keep only the email address"),
};

/** Corrects a value that a judgement knows how to correct, or removes whitespace around it. */
export const judged = ofValue((value, context) => {
  const { code, fix } = judgementOf(value) ?? {};
  if (!fix) return code === "surrounding-whitespace" ? withoutWhitespace(value, context) : [];
  return [sure({ title: fix.title(), edits: [replaceByString(value.node, escapeReferences(fix.text))] })];
});

function ordinary({ node }: FieldValue, better: string): Fix {
  return sure({ title: useOrdinaryCharacters(), edits: [replaceByString(node, escapeReferences(better))] });
}

/** Fixes a value that's only too long because of the whitespace around it, or of what can't be seen. */
export const tooLong = ofValue((value, context) => {
  const hidden = hiddenCauseOf(value);
  if (hidden) return [ordinary(value, hidden.better)];
  return value.text !== undefined && accepts(value.field, value.text.trim()) ? withoutWhitespace(value, context) : [];
});

function withoutWhitespace({ node }: FieldValue, { file }: FixContext): readonly Fix[] {
  const text = String(node.value);
  const trimmed = { start: text.length - text.trimStart().length, end: text.trimEnd().length };
  const edits = placesOf(file.text, node, [trimmed])
    .flatMap(({ start, end }) => [replace(node.offset + 1, start, ""), replace(end, endOf(node) - 1, "")])
    .filter((edit) => edit.start < edit.end);
  return [sure({ title: l10n.t("Remove surrounding whitespace"), edits })];
}

/** Stores the value of a secret, removes an empty optional property, or inserts an environment variable as its value. */
export const unfilled = ofValue(async (value, context) => {
  const { field, inSetup, text = "" } = value;
  const isStorable = field.secret && (text.trim() === "" || isPlaceholder(text));
  const stored = isStorable ? await storingNewValue(value, context) : [];
  const reference = allowsReferences(field, inSetup) ? [environmentReference(value, context)] : [];
  return [...stored, ...removed(value, context.file.text), ...reference];
});

function removed({ field, property, inSetup }: FieldValue, text: string): readonly Fix[] {
  const object = property.node.parent;
  if (!object || (field.required && inSetup)) return [];
  return [{ ...removeNamed(text, object, field.name), preferred: true }];
}

const SCHEME = /^([a-z][a-z\d+.-]*):\/*/i;
const MAX_TEXT_LENGTH = 4096;

/**
 * Corrects common mistakes in a format: `http` instead of `https`, no scheme, the wrong number of slashes, a scheme and
 * a path around a host name, `mailto:` or a name around an email address, whitespace.
 */
function repairFormat(field: Field, text: string): string | undefined {
  if (!field.format || text.length > MAX_TEXT_LENGTH) return undefined;
  return REPAIRS[field.format](text.trim()).find((candidate) => candidate !== text && accepts(field, candidate));
}

const REPAIRS: Readonly<Record<NonNullable<Field["format"]>, (text: string) => readonly string[]>> = {
  "https-url": (text) => {
    const urls = [text, ...withHttps(text)];
    const encoded = [...urls, ...urls.map(encodedBehindHost)];
    return [...encoded, ...encoded.map(encodeUrl)];
  },
  hostname: (text) => [text, hostWithPortIn(text).replace(/:\d*$/, "")],
  "host-port": (text) => [text, hostWithPortIn(text)],
  "full-date": (text) => [text, text.replace(/^(\d{4})[/.](\d{2})[/.](\d{2})$/, "$1-$2-$3"), text.slice(0, 10)],
  email: (text) => [text, text.replace(/^mailto:/i, ""), /<([^<>]+)>$/.exec(text)?.[1] ?? ""],
};

/** Percent-encodes characters that a URL can't contain. Uses punycode in the host name. */
function encodeUrl(text: string): string {
  return /[\t\r\n]/.test(text) || !URL.canParse(text) ? "" : new URL(text).href;
}

/** The host of a URL, or of a text that's a URL once it has a scheme. */
function hostWithPortIn(text: string): string {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text.replace(/^[^:]*/, "https")
    : `https://${text.replace(/^\/+/, "")}`;
  return /\s/.test(text) || !URL.canParse(url) ? "" : new URL(url).host;
}

/** Changes only schemes that are similar to https, since any other means something else. */
function withHttps(text: string): readonly string[] {
  const scheme = SCHEME.exec(text);
  if (!scheme) return isHostLike(text) ? [`https://${text.replace(/^\/+/, "")}`] : [];
  const name = (scheme[1] ?? "").toLowerCase();
  if (name.includes(".")) return [`https://${text}`];
  return /^h?t{1,3}ps?$/.test(name) ? [`https://${text.slice(scheme[0].length)}`] : [];
}

/** Whether a text without a scheme is probably an address: its host must contain a dot. */
function isHostLike(text: string): boolean {
  return /^\/{0,3}[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(text);
}
