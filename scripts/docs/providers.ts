import { definitionOf, presets } from "../../client/core/providers/presets.js";

const BEGIN = "<!-- Made from client/core/providers/presets.ts by `npm run docs`. -->\n\n```json\n";
const END = "```\n\n<!-- End of what is made. -->";

/** Writes the definitions of the presets into their place in the page about secret providers. @param page Markdown */
export function updateProviders(page: string): string {
  const start = page.indexOf(BEGIN);
  const end = page.indexOf(END, start);
  if (start < 0 || end < 0) throw new Error("docs/secret-providers.md has no place for the definitions.");
  const lines = presets.map((preset) => `  ${JSON.stringify(preset.name)}: ${JSON.stringify(definitionOf(preset))}`);
  return `${page.slice(0, start + BEGIN.length)}{\n${lines.join(",\n")}\n}\n${page.slice(end)}`;
}
