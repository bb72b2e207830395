import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { ROWS_WITH_MENU, ROWS_WITHOUT_MENU } from "../../../client/extension/sidebar/contextValues.js";
import { WELCOMES } from "../../../client/extension/sidebar/viewState.js";
import { readManifest } from "../../../scripts/docs/manifest.js";

const manifest = await readManifest();
const { commands, configuration, keybindings, menus, views, viewsContainers, viewsWelcome, walkthroughs } =
  manifest.contributes;
const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);
/** The text of every file of the extension, by its path. */
const files = new Map(
  readdirSync("client/extension", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [name.replaceAll("\\", "/"), readFileSync(`client/extension/${name}`, "utf8")]),
);
const code = [...files.values()].join("\n");
const file = (path: string): string => files.get(path) ?? "";

const ids = commands.map(({ command }) => command);
const viewIds = Object.values(views).flatMap((listed) => listed.map(({ id }) => id));
const clauses: readonly { readonly command: string; readonly when?: string | undefined }[] = [
  ...Object.values(menus).flat(),
  ...keybindings,
  ...viewsWelcome.map(({ when, contents }) => ({ when, command: linkIn(contents) ?? "" })),
];

/** Commands that do nothing unless they're called on something. */
const ONLY_ON_TARGETS = [...file("commands.ts").matchAll(/^ {2}"(\S+)": byTarget\((?:(?!^ {2}")[^])*/gm)]
  .filter(([entry]) => !entry.includes("nothing:"))
  .flatMap(([, id = ""]) => (id.startsWith("_") ? [] : id));

/** *File: New File…* has its own name for what is *Create Setup File…* in the palette. The others are about the sidebar. */
const HIDDEN = ["newSetupFile", "loadMore", "copyId", "rename", "collapseAll"].map((name) => `vaultconn.${name}`);

/** Commands of the sidebar's title that rows call too: without their row, they ask, or read all tenants. */
const ALSO_OF_TITLE = ["vaultconn.refresh", "vaultconn.loadAll", "vaultconn.row.pushAll"];

/** A command that a row calls, beside the one of the palette, so that it is never taken for that. */
function hasPlaceOfItsOwn(id: string): boolean {
  return id.startsWith("vaultconn.row.");
}

/** The command a text leads to, if it does. */
function linkIn(text: string): string | undefined {
  return /\]\(command:([\w.]+)/.exec(text)?.[1];
}

function all(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, first = ""]) => first);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

/** The extension's own names in a clause that are neither views nor commands. */
function keysIn(when: string): string[] {
  return all(/(vaultconn\.[A-Za-z.]+)/g, when).filter((name) => !viewIds.includes(name) && !ids.includes(name));
}

describe("the commands of the manifest", () => {
  it("are those of the table, with a title and the category", () => {
    expect([...ids].sort()).toEqual(all(/^ {2}"(vaultconn\.[\w.]+)": /gm, file("commands.ts")).sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(commands.filter(({ title, category }) => title === "" || category !== "Vault Connections")).toEqual([]);
  });

  it("exist if a button runs them", () => {
    const offered = all(/, "(_?vaultconn\.[\w.]+)"/g, file("actions.ts"));
    expect(offered.length).toBeGreaterThan(10);
    expect(offered.filter((id) => !file("commands.ts").includes(`"${id}": `))).toEqual([]);
  });

  it("are in menus, key bindings, and links only if they exist", () => {
    const foreign = unique(clauses.map(({ command }) => command).filter((id) => id !== "" && !ids.includes(id)));
    expect(foreign).toEqual(["list.selectAndPreserveFocus", "workbench.action.openSettings", "workbench.trust.manage"]);
  });

  it("are hidden in the palette only if they need a row", () => {
    const hidden = menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command);
    expect(hidden.sort()).toEqual(unique([...ONLY_ON_TARGETS, ...HIDDEN, ...ids.filter(hasPlaceOfItsOwn)]));
  });

  it("act on rows, files, and comparisons if they're called there", () => {
    const shared = ["explorer/context", "editor/title", "editor/title/context", "editor/context", "view/item/context"];
    const called = unique(shared.flatMap((menu) => menus[menu] ?? []).map(({ command }) => command));
    expect(called.length).toBeGreaterThan(15);
    const isChecked = (id: string) => new RegExp(`"${id}": byTarget\\(`).test(file("commands.ts"));
    expect(called.filter((id) => !isChecked(id) && !ALSO_OF_TITLE.includes(id))).toEqual([]);
  });

  it("aren't in the sidebar's title if Restricted Mode refuses them", () => {
    const refused = all(
      /^ {2}"(vaultconn\.[\w.]+)"/gm,
      /trustedCommands: [^]*?^\};/m.exec(file("commands.ts"))?.[0] ?? "",
    );
    expect(refused.length).toBeGreaterThan(10);
    const offered = menus["view/title"].filter(
      ({ command, when }) => refused.includes(command) && !when.includes("isWorkspaceTrusted"),
    );
    expect(offered).toEqual([]);
  });
});

describe("the settings of the manifest", () => {
  it("are those that the code reads", () => {
    const declared = configuration.flatMap(({ properties }) => Object.keys(properties));
    expect(unique(declared)).toEqual(unique([...files.values()].flatMap(settingsReadIn)));
  });
});

/** The settings of ours that a file reads or writes: the section and the key are literals, or constants of the file. */
function settingsReadIn(text: string): string[] {
  const value = (word: string): string =>
    word.startsWith('"') ? word.slice(1, -1) : (new RegExp(`const ${word} = "([^"]+)"`).exec(text)?.[1] ?? word);
  const reads = [
    ...text.matchAll(/getConfiguration\(("[^"]+"|\w+)[^)]*\)\s*\.(?:get|inspect|update)(?:<[^>]*>)?\(("[^"]+"|\w+)/g),
  ];
  return reads
    .map(([, section = "", key = ""]) => `${value(section)}.${value(key)}`)
    .filter((name) => name.startsWith("vaultconn."));
}

describe("the contexts of the manifest", () => {
  const used = unique(
    [
      ...clauses.map(({ when }) => when ?? ""),
      ...steps.flatMap(({ completionEvents }) => completionEvents.filter((event) => event.startsWith("onContext:"))),
    ].flatMap(keysIn),
  );
  const set = unique([
    ...all(/\bcontext\(\s*"(\w+)"/g, code).map((name) => `vaultconn.${name}`),
    ...all(/"setContext", "([\w.]+)"/g, code),
    ...all(/#note\(\s*"(\w+)"/g, file("sidebar/walkthrough.ts")).map((step) => `vaultconn.did.${step}`),
  ]);

  it("are set by the code, and used", () => {
    expect(used.length).toBeGreaterThan(4);
    expect(used).toEqual(set);
  });

  it("name views that exist", () => {
    const named = unique(clauses.flatMap(({ when }) => all(/(?:\bview|focusedView) == ([\w.]+)/g, when ?? "")));
    expect(named).toEqual(viewIds);
    expect(unique(viewsWelcome.map(({ view }) => view))).toEqual(viewIds);
    for (const id of viewIds) expect(code).toContain(`VIEW_ID = "${id}"`);
    expect(Object.keys(views)).toEqual(viewsContainers.activitybar.map(({ id }) => id));
  });

  it("have a welcome for each state without rows", () => {
    const ofConnections = viewsWelcome.filter(({ view }) => view === "vaultconn.connections");
    const states = ofConnections.map(({ when = "" }) => /vaultconn\.state == (\w+)/.exec(when)?.[1] ?? when);
    expect(states.sort()).toEqual([...WELCOMES, "!isWorkspaceTrusted"].sort());
    for (const { contents } of ofConnections) expect(contents).toMatch(/^[^\n\]]+[.?](\n\[[^\]]+\]\(command:\S+\))+$/);
    // Someone without a tenant may have no service at hand.
    const [first] = ofConnections.filter(({ when = "" }) => when.endsWith("noTenant"));
    expect(all(/command:(\S+?)\)/g, first?.contents ?? "")).toEqual([
      "vaultconn.addTenant",
      "vaultconn.trySample",
      "vaultconn.getStarted",
    ]);
  });

  it("fit rows that exist, and every row with a menu has one", () => {
    const rows = [...ROWS_WITH_MENU, ...ROWS_WITHOUT_MENU, "tenant.signedIn.page"];
    const wanted = menus["view/item/context"].map(
      ({ when }) =>
        (row: string) =>
          fits(when, row),
    );
    expect(wanted.filter((clause) => !rows.some(clause))).toEqual([]);
    expect(rows.filter((row) => !wanted.some((clause) => clause(row)))).toEqual([...ROWS_WITHOUT_MENU]);
  });
});

/** Whether the conditions on `viewItem` in a clause let a row through. */
function fits(when: string, row: string): boolean {
  const conditions = [...when.matchAll(/viewItem (?:=~ \/(.+?)\/|== (\S+))/g)];
  return conditions.every(([, pattern, text]) =>
    pattern === undefined ? row === text : new RegExp(pattern).test(row),
  );
}
