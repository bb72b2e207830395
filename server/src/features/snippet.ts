import { indentationAt, startOfLine } from "./layout.js";

/** A place of a text to be inserted where the user goes on typing. */
interface TabStop {
  /** What stands there until something else is typed; nothing if absent. */
  readonly placeholder?: string;
  /** The only texts that can stand there. */
  readonly choices?: readonly string[];
}

/** A text to be inserted: literal pieces and tab stops. */
export type Template = readonly (string | TabStop)[];

/** The template in the snippet syntax of LSP ("Snippet Syntax"). */
export function toSnippet(template: Template): string {
  let number = 0;
  return template.map((part) => (typeof part === "string" ? escape(part) : stop(part, ++number))).join("");
}

/** The template for clients that know no snippets: placeholders as they are, choices left open. */
export function toPlainText(template: Template): string {
  return template.map((part) => (typeof part === "string" ? part : (part.placeholder ?? ""))).join("");
}

/** The template for an editor that indents its lines as far as the line of the text it is inserted in. */
export function relativeTo(text: string, offset: number, template: Template): Template {
  const indentation = indentationAt(text, offset).slice(0, offset - startOfLine(text, offset));
  return template.map((part) => (typeof part === "string" ? part.replaceAll(`\n${indentation}`, "\n") : part));
}

/** Templates one after the other, with a separator between them. */
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
