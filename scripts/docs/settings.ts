import { type Manifest, type Setting, settingsOf } from "./manifest.js";

const HEAD = `# Settings

<!-- Made by \`npm run docs\`. -->

All settings are in the settings editor under **Vault Connections**.
`;

/** Where a setting can be set, in words, by its scope in the manifest. */
const SCOPES: Readonly<Record<string, string>> = {
  application: "user settings only",
  resource: "user, workspace, or folder settings",
};

/** The page about the settings, in Markdown. */
export function settingsPage(manifest: Manifest): string {
  const restricted = new Set(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations);
  let group = "";
  const sections = settingsOf(manifest).map(({ group: title, name, setting }) => {
    const heading = title === group ? "" : `\n## ${title}\n`;
    group = title;
    const about = description(setting, manifest);
    return `${heading}\n### ${name}\n\n${about}\n\n${facts(setting, restricted.has(name))}\n${choices(setting)}${fields(setting, manifest)}`;
  });
  // What's on the screen is bold here, as in all pages; the settings editor has italics.
  return HEAD + sections.join("").replaceAll(/(?<!\*)\*(\p{Lu}[^*\n]*)\*(?!\*)/gu, "**$1**");
}

function facts(setting: Setting, restricted: boolean): string {
  const least = setting.minimum === undefined ? "" : `, at least ${setting.minimum}`;
  const scope = setting.scope ?? "window";
  const place = SCOPES[scope];
  if (place === undefined) throw new Error(`The scope "${scope}" has no words in scripts/docs/settings.ts.`);
  const type = `${setting.type.charAt(0).toUpperCase()}${setting.type.slice(1)}`;
  return `${type}${least}. Default: \`${JSON.stringify(setting.default)}\`. Set in ${place}${restricted ? "; ignored in Restricted Mode" : ""}.`;
}

function choices(setting: Setting): string {
  if (setting.enum === undefined) return "";
  const texts = setting.markdownEnumDescriptions ?? [];
  const rows = setting.enum.map((value, index) => `- \`${value}\`: ${texts[index] ?? ""}`);
  return `\nValues:\n\n${rows.join("\n")}\n`;
}

/** The properties of the objects in a list, or behind any name. */
function fields({ items, additionalProperties }: Setting, manifest: Manifest): string {
  const entry = items ?? additionalProperties;
  if (entry?.properties === undefined) return "";
  const rows = Object.entries(entry.properties).map(([name, field]) => {
    const type = field.enum ? `one of ${field.enum.map((value) => `\`${value}\``).join(", ")}` : field.type;
    const preset = field.default === undefined ? "" : `; default \`${JSON.stringify(field.default)}\``;
    const mark = entry.required?.includes(name) === true ? ", required" : preset;
    return `- \`${name}\` (${type}${mark}): ${description(field, manifest)}`;
  });
  return `\nProperties of each entry:\n\n${rows.join("\n")}\n`;
}

/** Links to commands and to other settings work in the settings editor alone. Here, the former becomes a title, the latter a link. */
function description(setting: Setting, { contributes }: Manifest): string {
  const titleOf = (id: string): string => contributes.commands.find(({ command }) => command === id)?.title ?? id;
  return setting.markdownDescription
    .replaceAll(/\[[^\]]+\]\(command:([^)]*)\)/g, (_, id: string) => `*Vault Connections: ${titleOf(id)}*`)
    .replaceAll(/`#([\w.]+)#`/g, (_, name: string) => `[${name}](#${name.replaceAll(".", "").toLowerCase()})`);
}
