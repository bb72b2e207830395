import type { Field } from "../../schemas/fields.js";
import { type Variant, variants } from "../../schemas/variants.js";
import { replacePart } from "./parts.js";

/** What a format asks for, in words. */
const FORMATS: Readonly<Record<string, string>> = {
  "https-url": "an https URL",
  hostname: "a host name",
  email: "an email address",
};

/** Writes the sixteen variants, as the schemas describe them, into the page about the file format. @param page Markdown */
export function updateVariants(page: string): string {
  return replacePart(page, "schemas/setup/", `${variants.map(section).join("\n")}\n`);
}

function section({ title, name, description, type, typeRequired, fields, closed }: Variant): string {
  const described = fields.map((field) => {
    const notes = [...(field.required ? [] : ["optional"]), ...limits(field)];
    return `\`${field.name}\`${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
  });
  // The other sentences are in hovers and in the list of variants.
  const sentence = /^.*?\.(?= |$)/.exec(description)?.[0] ?? description;
  const called = `**${title.charAt(0).toUpperCase()}${title.slice(1)}** (\`${type}\`${typeRequired ? "" : ", which can be omitted"}; \`${name}\`)`;
  return `- ${called}: ${[...described, ...(closed ? [] : ["any other"])].join("; ")}. ${sentence}`;
}

function limits({ secret, format, allowed, minLength = 0, maxLength }: Field): readonly string[] {
  return [
    ...(secret ? ["secret"] : []),
    ...(format === undefined ? [] : [FORMATS[format] ?? format]),
    ...(allowed === undefined ? [] : [`one of ${allowed.map((word) => `\`${word}\``).join(", ")}`]),
    ...(maxLength === undefined ? (minLength > 0 ? ["not empty"] : []) : [`${minLength} to ${maxLength} characters`]),
  ];
}
