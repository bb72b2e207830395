import { definitionOf, presets, type Preset } from "../../client/core/secrets/providers/presets.js";
import { providerTitle } from "../../schemas/providerTitles.js";

const BEGIN = "<!-- Made from client/core/secrets/providers/presets.ts by `npm run docs`. -->\n\n";
/** A longer one is a script, which is copied from the settings. */
const MAX_LENGTH = 250;

const END = "\n<!-- End of what is made. -->";

/** Writes the presets and their definitions into their place in the page about them. @param page Markdown */
export function updateProviders(page: string): string {
  const start = page.indexOf(BEGIN);
  const end = page.indexOf(END, start);
  if (start < 0 || end < 0) throw new Error("docs/provider-presets.md has no place for the presets.");
  const definitions = presets
    .map((preset) => `  ${JSON.stringify(preset.name)}: ${JSON.stringify(definitionOf(preset))}`)
    .filter((definition) => definition.length < MAX_LENGTH);
  const made = [...presets.map(itemOf), "", "```json", "{", definitions.join(",\n"), "}", "```", ""];
  return `${page.slice(0, start + BEGIN.length)}${made.join("\n")}${page.slice(end)}`;
}

function itemOf({ name, command: [program], install, example, signIn }: Preset): string {
  const signedIn = typeof signIn === "object" ? signIn.variable : signIn;
  const next = signedIn === undefined ? "" : `; \`${signedIn}\``;
  return `- ${providerTitle(name)} ([\`${program}\`](${install})): \`\${${name}:${example}}\`${next}`;
}
