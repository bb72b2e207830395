import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.js";

const BEGIN = "<!-- Made from schemas/setup/ by `npm run docs`. -->";
const END = "<!-- End of what is made. -->";

/** What a format asks for, in words. */
const FORMATS: Readonly<Record<string, string>> = {
  "https-url": "an https URL",
  hostname: "a host name",
  email: "an email address",
};

/** As much of a variant's schema as the page tells. */
interface VariantSchema {
  readonly title: string;
  readonly "x-name": string;
  readonly description: string;
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

interface FieldSchema {
  readonly const?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly "x-secret"?: boolean;
}

/**
 * Writes the variants into their place in the page about the file format.
 *
 * @param page Markdown
 * @returns the page with the sixteen variants as the schemas describe them
 */
export async function updateVariants(page: string): Promise<string> {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before)
    throw new Error("docs/file-format.md has lost the marks that the variants stand between.");
  const { then } = (await readSchema("setup.schema.json")) as { then: { oneOf: readonly { $ref: string }[] } };
  const variants = await Promise.all(then.oneOf.map(async ({ $ref }) => (await readSchema($ref)) as VariantSchema));
  return `${page.slice(0, before)}${BEGIN}\n\n${variants.map(section).join("\n")}\n${page.slice(after)}`;
}

async function readSchema(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(ROOT, "schemas", name), "utf8"));
}

function section(schema: VariantSchema): string {
  const { title, "x-name": name, description, properties, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties)
    .filter(([field]) => field !== "type")
    .map(([field, described]) => {
      const notes = [...(required.includes(field) ? [] : ["optional"]), ...limits(described)];
      return `\`${field}\`${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
    });
  const type = `\`"type": "${String(properties["type"]?.const)}"\`${required.includes("type") ? "" : ", which can be omitted"}`;
  const others = additionalProperties === false ? [] : ["any other"];
  return [
    `### ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    "",
    `${type}, \`--variant ${name}\`. ${firstSentence(description)}`,
    "",
    `Properties: ${[...fields, ...others].join("; ")}.`,
    "",
  ].join("\n");
}

/** The others are in hovers and in the list of variants. */
function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

function limits(field: FieldSchema): readonly string[] {
  const { minLength: least = 0, maxLength: most } = field;
  return [
    ...(field["x-secret"] === true ? ["secret"] : []),
    ...(field.format === undefined ? [] : [FORMATS[field.format] ?? field.format]),
    ...(field.enum === undefined ? [] : [`one of ${field.enum.map((word) => `\`${word}\``).join(", ")}`]),
    ...(most === undefined ? (least > 0 ? ["not empty"] : []) : [`${least} to ${most} characters`]),
  ];
}
