import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.mjs";

const BEGIN = "<!-- Made from schemas/setup/ by `npm run docs`. -->";
const END = "<!-- End of what is made. -->";

/** What a format asks for, in words. */
const FORMATS = /** @type {Record<string, string>} */ ({
  "https-url": "an https URL",
  hostname: "a host name",
  email: "an e-mail address",
});

/**
 * Writes the variants into their place in the page about the file format.
 *
 * @param {string} page Markdown
 * @returns {Promise<string>} the page with the sixteen variants as the schemas describe them
 */
export async function updateVariants(page) {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before)
    throw new Error("docs/file-format.md has lost the marks that the variants stand between.");
  const { then } = await readSchema("setup.schema.json");
  const variants = await Promise.all(then.oneOf.map((/** @type {any} */ { $ref }) => readSchema($ref)));
  return `${page.slice(0, before)}${BEGIN}\n\n${variants.map(section).join("\n")}\n${page.slice(after)}`;
}

async function readSchema(/** @type {string} */ name) {
  return JSON.parse(await readFile(join(ROOT, "schemas", name), "utf8"));
}

function section(/** @type {any} */ { title, description, properties, required = [], additionalProperties }) {
  const rows = Object.entries(properties)
    .filter(([name]) => name !== "type")
    .map(([name, field]) => {
      const notes = [required.includes(name) ? "required" : "optional", ...limits(field)];
      return `| \`${name}\` | ${notes.join(", ")} | ${field.description} | ${field["x-where"] ?? ""} |`;
    });
  const type = `\`"type": "${properties.type.const}"\`${required.includes("type") ? "" : ", which may be left out"}`;
  const table =
    rows.length === 0 ? [] : ["", "| field | | meaning | where it is found |", "|---|---|---|---|", ...rows];
  const open = additionalProperties === false ? [] : ["", "Takes any further properties."];
  return [
    `### ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    "",
    `${type}. ${description}`,
    ...table,
    ...open,
    "",
  ].join("\n");
}

function limits(/** @type {any} */ field) {
  const { minLength: least = 0, maxLength: most } = field;
  return [
    ...(field["x-secret"] ? ["secret"] : []),
    ...(field.format ? [FORMATS[field.format] ?? field.format] : []),
    ...(field.enum ? [`one of ${field.enum.map((/** @type {string} */ word) => `\`${word}\``).join(", ")}`] : []),
    ...(most === undefined ? (least > 0 ? ["not empty"] : []) : [`${least} to ${most} characters`]),
  ];
}
