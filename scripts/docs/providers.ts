import { definitionOf, presets, type Preset } from "../../client/core/secrets/providers/presets.js";
import { providerTitle } from "../../schemas/providerTitles.js";
import { replacePart } from "./parts.js";

/** A longer one is a script, which is copied from the settings. */
const MAX_LENGTH = 250;

/** Writes the presets and their definitions into their place in the page about them. @param page Markdown */
export function updateProviders(page: string): string {
  const definitions = presets
    .map((preset) => `  ${JSON.stringify(preset.name)}: ${JSON.stringify(definitionOf(preset))}`)
    .filter((definition) => definition.length < MAX_LENGTH);
  const made = [...presets.map(itemOf), "", "```json", "{", definitions.join(",\n"), "}", "```", ""];
  return replacePart(page, "client/core/secrets/providers/presets.ts", made.join("\n"));
}

function itemOf({ name, command: [program], install, example, signIn }: Preset): string {
  const signedIn = typeof signIn === "object" ? signIn.variable : signIn;
  const next = signedIn === undefined ? "" : `; \`${signedIn}\``;
  return `- ${providerTitle(name)} ([\`${program}\`](${install})): \`\${${name}:${example}}\`${next}`;
}
