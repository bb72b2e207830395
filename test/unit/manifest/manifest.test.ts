import { describe, expect, it } from "vitest";

import { HANDLERS } from "../../../client/extension/commands.js";
import { all, NEVER } from "../../../client/extension/contributions/clauses.js";
import { COMMANDS, type CommandId } from "../../../client/extension/contributions/commands.js";
import type { CommandDeclaration } from "../../../client/extension/contributions/commands/declaration.js";
import { readManifest } from "../../../scripts/docs/manifest.js";
import { contributionsOf } from "../../../scripts/build/contributions.js";
import { AGENT_TOOLS } from "../../../client/core/agents/tools.js";

const { contributes } = await readManifest();
const { commands, menus, views, viewsContainers, viewsWelcome } = contributes;
const declared = Object.entries(COMMANDS) as readonly (readonly [CommandId, CommandDeclaration])[];
const titles = new Map(commands.map(({ command, title }) => [command, title]));

/** *File: New File…* has its own name for what is *Create Setup File…* in the palette. The others are about the sidebar. */
const HIDDEN = ["newSetupFile", "loadMore", "copyId", "rename", "collapseAll"].map((name) => `vaultconn.${name}`);

/** Commands of the sidebar's title that rows call too: without their row, they ask, or read all tenants. */
const ALSO_OF_TITLE = ["vaultconn.refresh", "vaultconn.loadAll", "vaultconn.row.pushAll"];

describe("the contributions", () => {
  it("are what the tables say", () => {
    const made = JSON.parse(JSON.stringify(contributionsOf(AGENT_TOOLS).contributes)) as object;
    expect(Object.keys(made).length).toBeGreaterThan(5);
    expect(contributes).toMatchObject(JSON.parse(withTexts(JSON.stringify(made))) as object);
  });

  it("write a clause with an alternative in parentheses", () => {
    expect(all("a", "b || c")).toBe("a && (b || c)");
  });
});

/** Puts English texts in the place of their keys. */
function withTexts(text: string): string {
  const { titles: english } = contributionsOf(AGENT_TOOLS);
  return text.replaceAll(/"%([^%"]+)%"/g, (_, key: string) => JSON.stringify(english.get(key)));
}

describe("the commands of the manifest", () => {
  it("are hidden in the palette only if they need a row", () => {
    const needsRow = ([id]: readonly [CommandId, unknown]) =>
      HIDDEN.includes(id) || id.startsWith("vaultconn.row.") || HANDLERS[id].targets?.includes("nothing") === false;
    const hidden = declared.filter(([, { palette }]) => palette === NEVER);
    expect(hidden.map(([id]) => id)).toEqual(declared.filter(needsRow).map(([id]) => id));
  });

  it("tell apart what they're called on if rows, files, and comparisons call them", () => {
    const called = declared.filter(([, { places = [] }]) =>
      places.some(([menu]) => menu !== "title of connections" && menu !== "file/newFile"),
    );
    expect(called.length).toBeGreaterThan(15);
    const ids = called.map(([id]) => id).filter((id) => HANDLERS[id].targets === undefined);
    expect(ids).toEqual(ALSO_OF_TITLE);
  });

  it("aren't in the sidebar's title if Restricted Mode refuses them", () => {
    const offered = menus["view/title"].filter(({ command }) => HANDLERS[command as CommandId].needsTrust === true);
    expect(offered.length).toBeGreaterThan(5);
    expect(offered.filter(({ when }) => !when.includes("isWorkspaceTrusted"))).toEqual([]);
  });

  it("have a title of their own wherever two are offered", () => {
    const palette = declared.filter(([, { palette: clause }]) => clause !== NEVER).map(([id]) => titles.get(id));
    expect(new Set(palette).size).toBe(palette.length);
  });
});

describe("the views of the manifest", () => {
  it("are all in the container, and have a welcome", () => {
    expect(Object.keys(views)).toEqual(viewsContainers.activitybar.map(({ id }) => id));
    const ids = views.vaultconn.map(({ id }) => id);
    expect([...new Set(viewsWelcome.map(({ view }) => view))]).toEqual(ids);
  });

  it("offer a button below each welcome of connections", () => {
    const ofConnections = viewsWelcome.filter(({ view }) => view === "vaultconn.connections");
    for (const { contents } of ofConnections) expect(contents).toMatch(/^[^\n\]]+[.?](\n\[[^\]]+\]\(command:\S+\))+$/);
  });
});
