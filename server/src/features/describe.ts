import type { MarkupContent } from "vscode-languageserver";
import type { Field } from "../../../schemas/fields.js";
import type { ReferenceKind } from "../../../schemas/references.js";
import type { Variant } from "../../../schemas/variants.js";
import { lengthLimits } from "../rules/wording.js";

/** What every secret field says of itself. */
const SECRET = "Secret: kept out of logs and never shown.";

const FORMATS: Readonly<Record<NonNullable<Field["format"]>, string>> = {
  "https-url": "A complete URL that begins with https://.",
  hostname: "A host name alone, without scheme, port or path.",
  email: "An e-mail address.",
};

const REFERENCES: Readonly<Record<ReferenceKind, string>> = {
  env: "An environment variable of the process VS Code runs in. It is looked up when the file is pushed.",
  secret: "A secret kept in VS Code's secret storage. It is looked up when the file is pushed.",
  file: "The content of a file in the workspace folder; the path is relative to this file. It is read when the file is pushed.",
};

/** What a kind of reference stands for. */
export function describeReference(kind: ReferenceKind): string {
  return REFERENCES[kind];
}

/**
 * A field in Markdown: what it means, where its value is found, its limits.
 * @param usage how much of the limit is used, if that is known.
 */
export function describeField(field: Field, usage?: string): readonly string[] {
  const limits = lengthLimits(field);
  const allowed = field.allowed ? `One of ${field.allowed.map((word) => `\`${word}\``).join(", ")}.` : "";
  const length = limits === "" ? "" : `Takes ${limits}${usage === undefined ? "" : `; ${usage}`}.`;
  const format = field.format ? FORMATS[field.format] : "";
  return [
    field.description,
    field.where === "" ? "" : `*Where to find it:* ${field.where}`,
    [allowed, format, length].filter((part) => part !== "").join(" "),
    field.example === undefined ? "" : `Example: \`${field.example}\``,
    field.secret ? SECRET : "",
  ].filter((block) => block !== "");
}

/** The heading of a field: its name, and whether it has to be there. */
export function fieldHeading(field: Field, variants: readonly Variant[]): string {
  const titles = [...new Set(variants.map(({ title }) => title))];
  return [`**\`${field.name}\`**`, field.required ? "required" : "optional", titles.join(", ")].filter((part) => part !== "").join(" · ");
}

/** A variant in Markdown: what it is for, and its fields. */
export function describeVariant({ type, title, description, fields, closed }: Variant): readonly string[] {
  const list = fields.map(({ name, required, secret }) => `- \`${name}\` · ${required ? "required" : "optional"}${secret ? " · secret" : ""}`);
  return [`**\`${type}\`** · ${title}`, description, [...list, ...(closed ? [] : ["- any further property"])].join("\n")];
}

/** Blocks of Markdown in the form the client takes. Text from outside stands in code spans only. */
export function toMarkup(blocks: readonly string[], markdown: boolean): MarkupContent {
  const text = blocks.join("\n\n");
  if (markdown) return { kind: "markdown", value: text };
  return { kind: "plaintext", value: text.replaceAll(/\*{1,2}(?=\S)|(?<=\S)\*{1,2}|`+ ?/g, "") };
}
