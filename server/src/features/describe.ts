import * as l10n from "@vscode/l10n";
import type { MarkupContent, MarkupKind } from "vscode-languageserver";
import { type Field, setupFileFields, typeField } from "../../../schemas/fields.js";
import { providerTitle } from "../../../schemas/providerTitles.js";
import type { ReferenceKind } from "../../../schemas/references.js";
import { type Variant, variants, variantsOfType } from "../../../schemas/variants.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { SetupFile } from "../document/setupFile.js";
import type { JsonNode } from "../document/jsonTree.js";
import { variantsIn } from "../document/fieldValues.js";
import { separated } from "../rules/wording.js";

const FORMATS: Readonly<Record<NonNullable<Field["format"]>, () => string>> = {
  "https-url": () => l10n.t("A complete URL that begins with https://."),
  hostname: () => l10n.t("A host name without scheme, port, or path."),
  // The description of the only field with this format already says so.
  "host-port": () => "",
  email: () => l10n.t("An email address."),
  "full-date": () => l10n.t("A date in the form year-month-day."),
};

const REFERENCES: Readonly<Record<ReferenceKind, (provider: string) => string>> = {
  env: () => l10n.t("An environment variable of the process that VS Code runs in. It's read when you push the file."),
  secret: () => l10n.t("A secret in VS Code's secret storage. It's read when you push the file."),
  file: () =>
    l10n.t(
      "The content of a file in the workspace folder. The path is relative to this setup file. The content is read when you push.",
    ),
  provider: (provider) =>
    provider === ""
      ? l10n.t("Read from a secret provider during a push.")
      : l10n.t("Read from {0} during a push.", sanitizeText(providerTitle(provider))),
};

export function describeReference(kind: ReferenceKind, provider = ""): string {
  return REFERENCES[kind](provider);
}

/**
 * Describes a field in Markdown: its meaning, where to find its value, and its limits.
 * @param used how many code points of its limit are used, if known.
 */
export function describeField(field: Field, used?: number): readonly string[] {
  const allowed = field.allowed ? l10n.t("One of {0}.", field.allowed.map((word) => `\`${word}\``).join(", ")) : "";
  const format = field.format ? FORMATS[field.format]() : "";
  return [
    l10n.t(field.description),
    field.where === "" ? "" : l10n.t("*Where to find it:* {0}", l10n.t(field.where)),
    [allowed, format, describeLength(field, used)].filter((part) => part !== "").join(" "),
    field.example === undefined ? "" : l10n.t("Example: {0}", `\`${field.example}\``),
    field.secret ? l10n.t("Secret: kept out of logs and never shown.") : "",
  ].filter((block) => block !== "");
}

/** Omits limits that a format implies: no URL, host name or address is empty. */
function describeLength({ minLength: min, maxLength: max, format }: Field, used: number | undefined): string {
  if (max !== undefined)
    return used === undefined
      ? l10n.t("Length: {0} to {1} characters.", min ?? 0, max)
      : l10n.t("Length: {0} to {1} characters ({2} used).", min ?? 0, max, used);
  if (min === undefined || (min === 1 && format !== undefined)) return "";
  return min === 1 ? l10n.t("Length: at least 1 character.") : l10n.t("Length: at least {0} characters.", min);
}

function heading(name: string, ...parts: readonly string[]): string {
  return [`**\`${name}\`**`, ...parts].filter((part) => part !== "").join(" · ");
}

export function describeFieldAlone(field: Field): readonly string[] {
  return [heading(field.name, neededFor(field)), ...describeField(field)];
}

/**
 * Describes a field in Markdown, with a heading: first what all variants with the field share, then the rest by
 * variant.
 */
export function describeFieldIn(variants: readonly Variant[], name: string, used?: number): readonly string[] {
  const each = variants.flatMap(({ title, fields }) =>
    fields
      .filter((field) => field.name === name)
      .map((field) => ({ title: l10n.t(title), needed: neededFor(field), blocks: describeField(field, used) })),
  );
  const isCommon = (block: string): boolean =>
    each.every(({ needed, blocks }) => needed === block || blocks.includes(block));
  const titles = separated([...new Set(each.map(({ title }) => title))]);
  const byRest = new Map<string, readonly string[]>();
  for (const { title, needed, blocks } of each) {
    const own = blocks.filter((block) => !isCommon(block)).join(" ");
    const rest = [needed, own].filter((part) => part !== "" && !isCommon(part)).join(" · ");
    if (rest !== "") byRest.set(rest, [...(byRest.get(rest) ?? []), title]);
  }
  return [
    heading(name, each.map(({ needed }) => needed).find(isCommon) ?? "", titles),
    ...(each[0]?.blocks.filter(isCommon) ?? []),
    ...Array.from(byRest, ([rest, of]) => `**${separated(of)}** · ${rest}`),
  ];
}

function neededFor({ required }: Field): string {
  return required ? l10n.t("required") : l10n.t("optional");
}

/** Describes a variant in Markdown: its purpose and its fields. */
export function describeVariant({ type, title, description, fields, closed }: Variant): readonly string[] {
  const list = fields.map(
    (field) => `- \`${field.name}\` · ${neededFor(field)}${field.secret ? ` · ${l10n.t("secret")}` : ""}`,
  );
  return [
    `**\`${type}\`** · ${l10n.t(title)}`,
    l10n.t(description),
    [...list, ...(closed ? [] : [`- ${l10n.t("any other property")}`])].join("\n"),
  ];
}

/**
 * Joins blocks of Markdown, or their plain text if the client doesn't support Markdown. Untrusted text is only in code
 * spans.
 */
export function toMarkup(blocks: readonly string[], formats: readonly MarkupKind[] | undefined): MarkupContent {
  const text = blocks.join("\n\n");
  if (formats?.includes("markdown")) return { kind: "markdown", value: text };
  const withoutCode = text.replaceAll(CODE_SPAN, (_, _fence, inner: string) =>
    /^ (?=.*\S).* $/.test(inner) ? inner.slice(1, -1) : inner,
  );
  return { kind: "plaintext", value: withoutCode.replaceAll(/\*{1,2}(?=\S)|(?<=\S)\*{1,2}/g, "") };
}

/** Text between two runs of backticks with the same length. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

export interface KnownField {
  readonly field: Field;
  readonly inSetup: boolean;
  readonly variants: readonly Variant[];
}

/** The known field of a property. @returns undefined for unknown properties and those of nested objects. */
export function knownField(file: SetupFile, property: JsonNode): KnownField | undefined {
  const name = property.children?.[0]?.value;
  if (typeof name !== "string") return undefined;
  const inSetup = file.setup?.object.node === property.parent;
  if (!inSetup || name === "$schema") {
    const field = property.parent === file.root?.node ? setupFileFields.find((each) => each.name === name) : undefined;
    return field && { field, inSetup: false, variants: [] };
  }
  if (name === "type") return { field: typeField, inSetup, variants: [] };
  const having = inQuestion(file).filter(({ fields }) => fields.some((field) => field.name === name));
  const field = having[0]?.fields.find((candidate) => candidate.name === name);
  return field && { field, inSetup, variants: having };
}

/** The variants that a setup is checked against. If undecided, those of its type, or all. */
function inQuestion({ setup }: SetupFile): readonly Variant[] {
  const judged = setup ? variantsIn(setup.choice) : [];
  if (judged.length > 0) return judged;
  const ofType = variantsOfType(String(setup?.type?.value?.value));
  return ofType.length > 0 ? ofType : variants;
}

/** Like `sanitizeText`, as a code span whose fence is longer than any run of backticks inside. */
export function inertCode(text: string, maxLength?: number): string {
  const line = sanitizeText(text, maxLength);
  if (line === "") return "` `";
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}
