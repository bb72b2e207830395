import { readFile, writeFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";

import { all, is, type Clause } from "../../client/extension/contributions/clauses.js";
import { COMMANDS, KEYS_OF_VS_CODE } from "../../client/extension/contributions/commands.js";
import type { CommandDeclaration } from "../../client/extension/contributions/commands/declaration.js";
import { SETTINGS } from "../../client/extension/contributions/settings.js";
import { TOOLS } from "../../client/extension/contributions/tools.js";
import { WELCOMES } from "../../client/extension/contributions/welcomes.js";
import type { AgentTool } from "../../client/core/agents/tools.js";

const MANIFEST = "package.json";
const TITLES = "package.nls.json";
const CATEGORY = "Vault Connections";
const CONNECTIONS = "vaultconn.connections";
const PUSHES = "vaultconn.pushes";

interface Manifest {
  readonly contributes: Readonly<Record<string, unknown>>;
}

/** The beginnings of keys in package.nls.json whose texts come from the tables. The others are written by hand. */
const OWN_KEYS = /^(?:command|config|welcome|tool)\./;

/** Menus of our views, by their names in the table. */
const VIEW_MENUS = {
  "title of connections": ["view/title", CONNECTIONS],
  "row of connections": ["view/item/context", CONNECTIONS],
  "row of pushes": ["view/item/context", PUSHES],
} as const;

const commands: readonly (readonly [id: string, declared: CommandDeclaration])[] = Object.entries(COMMANDS);

/** English texts by key, as they're found. */
class Titles {
  readonly all = new Map<string, string>();

  /** @returns what the manifest has in place of the text */
  put(key: string, text: string): string {
    this.all.set(key, text);
    return `%${key}%`;
  }
}

/**
 * Makes what the manifest contributes from the tables in client/extension/contributions/, and the tools for coding agents.
 *
 * @returns those contributions, by their names in `contributes`, and their English texts by key
 */
export function contributionsOf(tools: readonly AgentTool[]) {
  const titles = new Titles();
  const contributes = {
    configuration: Object.entries(SETTINGS).map(([group, { title, properties }], index) => ({
      title: titles.put(`config.group.${group}`, title),
      order: index + 1,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, setting], at) => {
          const { type, scope, ...rest } = withKeys(setting as Schema, name.replace("vaultconn.", "config."), titles);
          return [name, { type, scope, order: at + 1, ...rest }];
        }),
      ),
    })),
    viewsWelcome: welcomes(titles),
    commands: declarations(titles),
    menus: menus(),
    keybindings: [...commands.flatMap(([command, { key }]) => (key ? { command, ...key } : [])), ...KEYS_OF_VS_CODE],
    languageModelTools: tools.map(({ name, description, inputSchema, effect }) => {
      const short = name.replace("vaultconn_", "");
      return {
        name,
        toolReferenceName: name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
        displayName: titles.put(`tool.${short}.title`, TOOLS[name].title),
        userDescription: titles.put(`tool.${short}.description`, TOOLS[name].description),
        modelDescription: description,
        icon: `$(${TOOLS[name].icon})`,
        canBeReferencedInPrompt: true,
        tags: ["vaultconn"],
        ...(effect !== "none" && { when: "isWorkspaceTrusted" }),
        inputSchema,
      };
    }),
  };
  return { contributes, titles: titles.all };
}

function declarations(titles: Titles) {
  const keys = new Map<string, string>();
  return commands.map(([command, { title, icon }]) => {
    const key = keys.get(title) ?? command.replace("vaultconn.", "command.");
    keys.set(title, key);
    return { command, title: titles.put(key, title), category: CATEGORY, ...(icon && { icon: `$(${icon})` }) };
  });
}

function menus() {
  const entries = commands.flatMap(([command, { palette, places = [] }]) => [
    ...(palette === undefined ? [] : [{ menu: "commandPalette", entry: { command, when: palette } }]),
    ...places.map(([place, group, when]) => {
      const [menu, view] = place in VIEW_MENUS ? VIEW_MENUS[place as keyof typeof VIEW_MENUS] : [place];
      const clauses = [view && `view == ${view}`, when].filter((clause): clause is Clause => clause !== undefined);
      return { menu, entry: { command, ...(clauses.length > 0 && { when: all(...clauses) }), group } };
    }),
  ]);
  const names = [...new Set(entries.map(({ menu }) => menu))];
  return Object.fromEntries(
    names.map((name) => [name, entries.flatMap(({ menu, entry }) => (menu === name ? entry : []))]),
  );
}

function welcomes(titles: Titles) {
  return Object.entries(WELCOMES).map(([name, { text, buttons }]) => {
    const links = buttons.map(([title, command, setting]) => {
      const query = setting === undefined ? "" : `?${encodeURIComponent(JSON.stringify([setting]))}`;
      return `[${title}](command:${command}${query})`;
    });
    const contents = titles.put(`welcome.${name}`, [text, ...links].join("\n"));
    if (name === "noPushes") return { view: PUSHES, contents };
    const when =
      name === "restricted" ? "!isWorkspaceTrusted" : all("isWorkspaceTrusted", is("state", name as "noTenant"));
    return { view: CONNECTIONS, when, contents };
  });
}

type Schema = Readonly<Record<string, unknown>>;

/** Puts the keys of texts in their place, in a setting and in the properties below it. */
function withKeys(schema: Schema, key: string, titles: Titles): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === "markdownDescription") return [keyword, titles.put(key, value as string)];
      if (keyword === "markdownEnumDescriptions") {
        const values = schema["enum"] as readonly string[];
        return [keyword, (value as string[]).map((text, at) => titles.put(`${key}.${values[at] ?? ""}`, text))];
      }
      if (keyword === "properties") {
        const properties = Object.entries(value as Readonly<Record<string, Schema>>);
        return [
          keyword,
          Object.fromEntries(properties.map(([name, each]) => [name, withKeys(each, `${key}.${name}`, titles)])),
        ];
      }
      return [keyword, keyword === "items" || keyword === "additionalProperties" ? below(value, key, titles) : value];
    }),
  );
}

function below(value: unknown, key: string, titles: Titles): unknown {
  return typeof value === "object" && value !== null ? withKeys(value as Schema, key, titles) : value;
}

/**
 * Writes the contributions into package.json, and their English texts into package.nls.json.
 *
 * @param check whether to leave the files alone
 * @returns the names of the files that differed
 */
export async function writeContributions({ check = false } = {}): Promise<readonly string[]> {
  // It needs the compiled schemas.
  const { AGENT_TOOLS } = await import("../../client/core/agents/tools.js");
  const { contributes, titles } = contributionsOf(AGENT_TOOLS);
  const manifest = JSON.parse(await readFile(MANIFEST, "utf8")) as Manifest;
  const texts = JSON.parse(await readFile(TITLES, "utf8")) as Readonly<Record<string, string>>;
  const byHand = Object.entries(texts).filter(([key]) => !OWN_KEYS.test(key));
  const wanted = [
    [MANIFEST, manifest, { ...manifest, contributes: { ...manifest.contributes, ...contributes } }],
    [TITLES, texts, Object.fromEntries([...byHand, ...titles])],
  ] as const;
  const differing = wanted.filter(([, is, shall]) => !isDeepStrictEqual(is, JSON.parse(JSON.stringify(shall))));
  if (!check) for (const [file, , shall] of differing) await writeFile(file, `${JSON.stringify(shall, null, 2)}\n`);
  return differing.map(([file]) => file);
}
