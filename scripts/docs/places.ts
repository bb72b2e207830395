import { type Manifest, type MenuEntry } from "./manifest.js";

/** What a menu is called where a user finds it: its buttons, and its other entries. */
const MENUS: Readonly<Record<string, { readonly button?: string; readonly entry: string }>> = {
  "view/title": { button: "sidebar button", entry: "sidebar `…`" },
  "editor/title": { button: "editor button", entry: "editor `…`" },
  "editor/context": { entry: "editor menu" },
  "editor/title/context": { entry: "tab menu" },
  "file/newFile": { entry: "**File: New File…**" },
  "explorer/context": { entry: "Explorer menu" },
};

const RECORD = { button: "record button", entry: "record `…`" };

const COMPARISON = { button: "comparison button", entry: "comparison `…`" };

/** The rows of the sidebar, by the beginning of what `viewItem` is compared with. */
const ROWS = [
  ["tenant", "tenant"],
  ["connection", "connection"],
  ["loadMore", "**Load more**"],
  ["problem", "failure"],
  ["push", "push"],
  ["attention", "**Needs attention**"],
  ["file", "file"],
] as const;

/** The conditions of what the title of a comparison has. */
const OF_COMPARISON = /\bvaultconn\.(?:comparedFiles|comparisonOfMany|reviewed)\b/;

/**
 * Some rows call commands of their own, such as `vaultconn.row.editTenant` for `vaultconn.editTenant`.
 *
 * @returns the id of the command it stands for
 */
export function commandMeant(id: string): string {
  return id.replace(/^vaultconn\.row\./, "vaultconn.");
}

/**
 * Where a command is offered besides the Command Palette, in words: "palette" if it's only there, and "only" before the
 * others if it isn't.
 *
 * @param command its id
 * @returns the places, without a row's menu if the row has a button; at the end those with another title, with that
 * @throws {Error} for a menu that has no words here
 */
export function placesOf(manifest: Manifest, command: string): string {
  const { commands, menus, keybindings } = manifest.contributes;
  const titleOf = (id: string): string => commands.find((known) => known.command === id)?.title ?? "";
  const places = new Map<string, Set<string>>([[titleOf(command), new Set()]]);
  const add = (id: string, place: string): void => {
    places.set(titleOf(id), (places.get(titleOf(id)) ?? new Set()).add(place));
  };
  for (const { command: id, when = "", group = "" } of entriesOf(menus["view/item/context"], command)) {
    for (const row of rowsIn(when)) add(id, `${row} row${group.startsWith("inline") ? " button" : ""}`);
  }
  for (const [menu, entries] of Object.entries(menus)) {
    if (menu === "commandPalette" || menu === "view/item/context") continue;
    for (const { command: id, group = "", when = "" } of entriesOf(entries, command)) {
      const isOfRecord = when.includes("vaultconn-record");
      const words = OF_COMPARISON.test(when) ? COMPARISON : isOfRecord ? RECORD : MENUS[menu];
      if (words === undefined) throw new Error(`The menu "${menu}" has no words in scripts/docs/places.ts.`);
      add(id, group.startsWith("navigation") ? (words.button ?? words.entry) : words.entry);
    }
  }
  for (const { key } of keybindings.filter((binding) => binding.command === command)) add(command, keys(key));
  const said = [...places].flatMap(([title, where]) => {
    if (where.size === 0) return [];
    const named = [...where].filter((place) => !where.has(`${place} button`));
    return [`${title === titleOf(command) ? "" : `**${title}**: `}${named.join(", ")}`];
  });
  const isInPalette = !menus.commandPalette.some((entry) => entry.command === command && entry.when === "false");
  if (isInPalette) return said.join("; ") || "palette";
  return `only ${said.join("; ") || "its row in the sidebar"}`;
}

function entriesOf(entries: readonly MenuEntry[] = [], command: string): readonly MenuEntry[] {
  return entries.filter((entry) => commandMeant(entry.command) === command);
}

function rowsIn(when: string): readonly string[] {
  const condition = /viewItem (?:==|=~) (\S+)/.exec(when)?.[1] ?? "";
  const rows = ROWS.filter(([prefix]) => new RegExp(`(^|[/^(|])${prefix}`).test(condition)).map(([, word]) => word);
  if (rows.length === 0) throw new Error(`The rows of "${when}" have no words in scripts/docs/places.ts.`);
  return rows;
}

function keys(binding: string): string {
  const name = (key: string): string =>
    `<kbd>${key.length === 1 ? key.toUpperCase() : key.charAt(0).toUpperCase() + key.slice(1)}</kbd>`;
  return binding
    .split(" ")
    .map((chord) => chord.split("+").map(name).join("+"))
    .join(" ");
}
