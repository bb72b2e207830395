import type { Field } from "../../../schemas/fields.js";
import { newReferenceName, referenceText } from "../../../schemas/references.js";
import type { Variant } from "../../../schemas/variants.js";

export const HTTPS = "https://";

export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Escapes a text as in a JSON string, without the quotes. */
export function unquoted(text: string): string {
  return quote(text).slice(1, -1);
}

/** Names the secret in a new reference. */
export type NameOf = (field: Field) => string;

/** Makes a field with a value to type: quotes, a tab stop, and any known start. A secret has a reference. */
export function fieldToType(nameOf: NameOf): (field: Field) => Template {
  return (field) => {
    const { name, allowed, format, secret } = field;
    const start = `${quote(name)}: "`;
    if (secret) return [start, { placeholder: secretReference(nameOf(field)) }, '"'];
    return [format === "https-url" ? start + HTTPS : start, allowed ? { choices: allowed } : {}, '"'];
  };
}

/**
 * Makes a field with a placeholder that a push doesn't accept: a reference if the field is secret or has a format, or
 * else the field's name in angle brackets. If the field has allowed values, it's the first one.
 */
export function fieldToFill(nameOf: NameOf): (field: Field) => Template {
  return (field) => {
    const { name, allowed, format, secret } = field;
    const other = format ? referenceText({ kind: "env", name: newReferenceName([name]) }) : `<${name}>`;
    const placeholder = allowed?.[0] ?? (secret ? secretReference(nameOf(field)) : other);
    return [`${quote(name)}: "`, { placeholder }, '"'];
  };
}

function secretReference(name: string): string {
  return referenceText({ kind: "secret", name });
}

/** The fields of a new setup of this variant: the required ones, or all if none are required. */
export function startingFields({ fields }: Variant): readonly Field[] {
  const required = fields.filter((field) => field.required);
  return required.length > 0 ? required : fields;
}

/** The properties of a new setup: `"type"` and the starting fields. */
export function setupProperties(variant: Variant, nameOf: NameOf): readonly Template[] {
  return [[`"type": ${quote(variant.type)}`], ...startingFields(variant).map(fieldToType(nameOf))];
}

/**
 * The contents of an object, one property per line.
 * @param indentation the indentation of the line with the opening brace.
 */
export function inLines(properties: readonly Template[], { lineBreak, unit }: Layout, indentation: string): Template {
  const start = `${lineBreak}${indentation}${unit}`;
  return [start, ...join(properties, `,${start}`), `${lineBreak}${indentation}`];
}

export function objectText(properties: readonly Template[], layout: Layout, indentation: string): Template {
  return ["{", ...inLines(properties, layout, indentation), "}"];
}

interface TabStop {
  readonly placeholder?: string;
  readonly choices?: readonly string[];
}

/** A text to insert: literal parts and tab stops. */
export type Template = readonly (string | TabStop)[];

/** Converts a template to LSP's snippet syntax ("Snippet Syntax"). */
export function toSnippet(template: Template): string {
  let number = 0;
  return template.map((part) => (typeof part === "string" ? escape(part) : stop(part, ++number))).join("");
}

/** Converts a template for clients without snippets. Keeps placeholders and leaves choices empty. */
export function toPlainText(template: Template): string {
  return template.map((part) => (typeof part === "string" ? part : (part.placeholder ?? ""))).join("");
}

/** Adapts a template for an editor that adds the current line's indentation to each line. */
export function relativeTo(text: string, offset: number, template: Template): Template {
  const indentation = indentationAt(text, offset).slice(0, offset - startOfLine(text, offset));
  return template.map((part) => (typeof part === "string" ? part.replaceAll(`\n${indentation}`, "\n") : part));
}

export function join(templates: readonly Template[], separator: string): Template {
  return templates.flatMap((template, index) => (index === 0 ? template : [separator, ...template]));
}

function stop({ placeholder, choices }: TabStop, number: number): string {
  if (choices)
    return `\${${number}|${choices.map((choice) => escape(choice).replaceAll(/[,|]/g, String.raw`\$&`)).join(",")}|}`;
  return placeholder === undefined ? `$${number}` : `\${${number}:${escape(placeholder)}}`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}

export interface Layout {
  readonly lineBreak: "\n" | "\r\n";
  /** One level of indentation: a tab or spaces. */
  readonly unit: string;
}

const DEFAULT_UNIT = "  ";
const LINE_BREAK = /[\r\n]/g;
const FIRST_INDENTED = /[{[][^\S\r\n]*\r?\n([\t ]*)\S/;

/** Detects the layout of a text from its first line break and its first indented line. */
export function layoutOf(text: string): Layout {
  const start = text.slice(0, 10_000);
  const indented = FIRST_INDENTED.exec(start);
  const before = indented ? indentationAt(start, indented.index) : "";
  const inside = indented?.[1] ?? "";
  const deeper =
    inside.length > before.length && inside.startsWith(before) ? inside.slice(before.length) : DEFAULT_UNIT;
  return { lineBreak: start.includes("\r\n") ? "\r\n" : "\n", unit: deeper };
}

export function startOfLine(text: string, offset: number): number {
  if (offset === 0) return 0;
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

/** The offset of the line break that ends this line, or the length of the text. */
export function endOfLine(text: string, offset: number): number {
  LINE_BREAK.lastIndex = offset;
  return LINE_BREAK.exec(text)?.index ?? text.length;
}

/** The whitespace at the beginning of a line. */
export function indentationAt(text: string, offset: number): string {
  const start = startOfLine(text, offset);
  return text.slice(start, skipBlanks(text, start));
}

export function isFirstInLine(text: string, offset: number): boolean {
  return skipBlanksBack(text, offset) === startOfLine(text, offset);
}

/** The separator of properties inserted here: with a line break if the first one starts a line. */
export function separatorAt(text: string, offset: number): string {
  return isFirstInLine(text, offset) ? `,${layoutOf(text).lineBreak}${indentationAt(text, offset)}` : ", ";
}

/** The end of the last character before this offset that isn't a space or tab. */
export function skipBlanksBack(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === " " || text[start - 1] === "\t") start--;
  return start;
}

/** The first offset from this one that isn't a space or tab. */
export function skipBlanks(text: string, offset: number): number {
  let end = offset;
  while (text[end] === " " || text[end] === "\t") end++;
  return end;
}

/** The offset after the line break at this offset, if there is one. */
export function skipLineBreak(text: string, offset: number): number {
  if (text.startsWith("\r\n", offset)) return offset + 2;
  return /[\r\n]/.test(text.charAt(offset)) ? offset + 1 : offset;
}
