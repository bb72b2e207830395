import { settingsOf } from "./manifest.mjs";

const HEAD = `# Settings

<!-- Made from package.json and package.nls.json by \`npm run docs\`. Change those. -->

All settings are in the settings editor under *Vault Connections*.
`;

/** Where a setting counts, by its scope: the manifest's word, and what it means to a person. */
const SCOPES = /** @type {Record<string, string>} */ ({
  application: "user settings only; a workspace cannot change it",
  resource: "user, workspace or folder settings",
});

/**
 * The page about the settings.
 *
 * @param {any} manifest as `readManifest` gives it
 * @returns {string} Markdown
 */
export function settingsPage(manifest) {
  const restricted = new Set(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations);
  let group = "";
  const sections = settingsOf(manifest).map(({ group: title, name, setting }) => {
    const heading = title === group ? "" : `\n## ${title}\n`;
    group = title;
    return `${heading}\n### ${name}\n\n${description(setting)}\n\n${facts(setting, restricted.has(name)).join("\n")}\n${choices(setting)}${fields(setting)}`;
  });
  return HEAD + sections.join("");
}

function facts(/** @type {any} */ setting, /** @type {boolean} */ restricted) {
  const least = setting.minimum === undefined ? "" : `, at least ${setting.minimum}`;
  const place = SCOPES[setting.scope];
  if (place === undefined) throw new Error(`The scope "${setting.scope}" has no words in scripts/docs/settings.mjs.`);
  return [
    `- Type: ${setting.type}${least}`,
    `- Default: \`${JSON.stringify(setting.default)}\``,
    `- Set in: ${place}${restricted ? "; ignored in Restricted Mode" : ""}`,
  ];
}

function choices(/** @type {any} */ setting) {
  if (!setting.enum) return "";
  const texts = setting.markdownEnumDescriptions ?? setting.enumDescriptions;
  const rows = setting.enum.map(
    (/** @type {string} */ value, /** @type {number} */ index) => `| \`${value}\` | ${texts[index]} |`,
  );
  return `\n| value | meaning |\n|---|---|\n${rows.join("\n")}\n`;
}

/** The properties of the objects in a list. */
function fields(/** @type {any} */ { items }) {
  if (items?.properties === undefined) return "";
  const rows = Object.entries(items.properties).map(([name, field]) => {
    const mark = items.required.includes(name)
      ? ", required"
      : field.default === undefined
        ? ""
        : `, \`${JSON.stringify(field.default)}\``;
    return `| \`${name}\` | ${field.type}${mark} | ${description(field)} |`;
  });
  return `\n| property | type | meaning |\n|---|---|---|\n${rows.join("\n")}\n`;
}

/** Links to commands and to other settings work in the settings editor alone. Here the one becomes a name, the other a link. */
function description(/** @type {any} */ setting) {
  const text = setting.markdownDescription ?? setting.description;
  return text
    .replaceAll(/\[([^\]]+)\]\(command:[^)]*\)/g, "*Vault Connections: $1*")
    .replaceAll(
      /`#([\w.]+)#`/g,
      (/** @type {string} */ _, /** @type {string} */ name) => `[${name}](#${name.replaceAll(".", "").toLowerCase()})`,
    );
}
