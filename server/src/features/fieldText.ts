import type { Field } from "../../../schemas/fields.js";
import type { Variant } from "../../../schemas/variants.js";
import type { Layout } from "./layout.js";
import { join, type Template } from "./snippet.js";

const HTTPS = "https://";

/** A name or a text as JSON writes it, quotes included. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** A text as it stands between the quotes of a JSON string. */
export function unquoted(text: string): string {
  return quote(text).slice(1, -1);
}

/** A value to be typed in: tab stops between the quotes, and what is certain already. */
function valueToType({ allowed, format }: Field): Template {
  if (allowed) return ['"', { choices: allowed }, '"'];
  return format === "https-url" ? [`"${HTTPS}`, {}, '"'] : ['"', {}, '"'];
}

/** A field with a value to be typed in. */
export function fieldToType(field: Field): Template {
  return [`${quote(field.name)}: `, ...valueToType(field)];
}

/**
 * A field with a placeholder that is no error by itself and that no push lets
 * through unseen: the first allowed value, a reference where the value needs a
 * format, otherwise the field's name in angle brackets.
 */
export function fieldToFill({ name, allowed, format }: Field): Template {
  const placeholder = allowed?.[0] ?? (format ? `\${env:${environmentName(name)}}` : `<${name}>`);
  return [`${quote(name)}: "`, { placeholder }, '"'];
}

/** The name an environment variable for a field usually has. */
export function environmentName(...words: readonly string[]): string {
  const name = words.join("_").replaceAll(/\W+/g, "_").toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

/** What a new setup of this variant starts with: the required fields, or all where none is. */
export function startingFields({ fields }: Variant): readonly Field[] {
  const required = fields.filter((field) => field.required);
  return required.length > 0 ? required : fields;
}

/** `"type"` with a variant's type, and the fields to start with. */
export function setupProperties(variant: Variant): readonly Template[] {
  return [[`"type": ${quote(variant.type)}`], ...startingFields(variant).map(fieldToType)];
}

/** Properties in braces, one to a line. @param indentation that of the line the opening brace is in. */
export function objectText(
  properties: readonly Template[],
  { lineBreak, unit }: Layout,
  indentation: string,
): Template {
  return [
    `{${lineBreak}${indentation}${unit}`,
    ...join(properties, `,${lineBreak}${indentation}${unit}`),
    `${lineBreak}${indentation}}`,
  ];
}
