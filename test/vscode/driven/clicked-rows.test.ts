import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import { menuEntry } from "../drive/menu.js";
import { ui, useService, useVsCode } from "./window.js";

/** How many actions are made: each once to be quick, or as many as one wants to be sure of. */
const ACTIONS = Number(process.env["VAULTCONN_ACTIONS"] ?? 6);

/** The rows that are clicked: six with a setup file, six without. */
const ROWS = 12;
const WITH_FILE = 6;

/** The file that is in the editor while other rows are pushed. */
const OTHER = "in-the-editor.vaultconn.json";

/** The file that the busy extension edits and saves, and has in an editor of its own from the beginning. */
const SAVED = "saved-each-second.vaultconn.json";

/** How long a user's finger stays down, and how long a user looks at a menu before choosing, in milliseconds. */
const HAND = { delay: 100 };
const READING_MS = 450;

const BUSY = fileURLToPath(new URL("../busy-extension", import.meta.url));

describe("rows in a busy window", () => {
  const acme = useService("Acme", { connections: 5000 });
  const nameOf = (index: number): string => `Row ${String(index).padStart(2, "0")}`;
  const fileOf = (index: number): string => `row-${index}.vaultconn.json`;
  const text = (index: number, name: string): string => acme.file(index, { name });
  useVsCode(() => {
    for (let index = 0; index < ROWS; index += 1) acme().connections.change(acme.id(index), { name: nameOf(index) });
    const files = Array.from({ length: WITH_FILE }, (_, index) => [fileOf(index), text(index, nameOf(index))]);
    return {
      environment: acme.environment(),
      extensions: [inject("extension"), BUSY],
      workspace: {
        ...(Object.fromEntries(files) as Record<string, string>),
        [SAVED]: text(20, "Saved"),
        "written-often.vaultconn.json": text(21, "Written"),
        [OTHER]: text(22, "In the editor"),
      },
    };
  });
  let writing: NodeJS.Timeout | undefined;

  beforeAll(() => {
    let count = 0;
    writing = setInterval(() => {
      count += 1;
      void writeFile(join(ui.session.workspace, "written-often.vaultconn.json"), text(21, `Written ${count} times`));
      // A colleague changes a connection on the service now and then, which the next refresh shows.
      if (count % 20 === 0) acme().connections.change(acme.id(23), { ready: count % 40 === 0 });
    }, 100);
  });
  afterAll(() => {
    clearInterval(writing);
  });

  /** How many connections with a setup file the tenant's row counts, which is drawn by a style alone. */
  const counted = () =>
    ui.workbench.page.evaluate<string | undefined>(
      `[...document.querySelectorAll(".tree-explorer-viewlet-tree-view .monaco-list-row[aria-level='1'] *")]
        .map((part) => getComputedStyle(part, "::after").content)
        .find((content) => /\\d/.test(content))`,
    );
  // A file that is just being written names nothing, so the count goes up and down all the time.
  const isCounted = () => expect.poll(counted).toBe('"9"');

  /** Nothing is done to make sure that these clicks take. */
  const clickOn = (label: string) => ui.tree.row(label).click(HAND);
  const bringOtherToFront = () => ui.editor.group.locator(`.tab[data-resource-name="${OTHER}"]`).click();
  async function press(index: number, action: string): Promise<void> {
    await ui.tree.row(nameOf(index)).hover();
    await ui.tree.action(nameOf(index), action).click(HAND);
  }
  async function choose(index: number, entry: string): Promise<void> {
    await ui.tree.row(nameOf(index)).click({ button: "right", ...HAND });
    const item = menuEntry(ui.workbench.page, entry);
    await item.waitFor();
    await ui.workbench.page.waitForTimeout(READING_MS);
    await item.click(HAND);
  }

  /** Each does one thing with a row, and holds what came of it against that row. */
  const deeds: Readonly<Record<string, (index: number) => Promise<void>>> = {
    "click on a row": async (index) => {
      await clickOn(nameOf(index));
      await ui.editor.waitForTab(index < WITH_FILE ? fileOf(index) : `${nameOf(index).replace(" ", "-")}.json`);
    },
    "push by the button, with another file in the editor": async (index) => {
      await bringOtherToFront();
      await press(index % WITH_FILE, "Push");
      await isReviewOf(index % WITH_FILE);
    },
    "show the record from the menu": async (index) => {
      await choose(index, "Show Record");
      await ui.editor.waitForTab(`${nameOf(index).replace(" ", "-")}.json`);
    },
    "rename with F2": async (index) => {
      await clickOn(nameOf(index));
      await ui.workbench.page.keyboard.press("F2");
      await isRenameOf(index);
    },
    "push from the menu, with another file in the editor": async (index) => {
      const pushed = index % WITH_FILE;
      const before = acme.patches().length;
      await bringOtherToFront();
      await choose(pushed, "Push");
      expect((await ui.dialog.read()).message).toBe(`Push “${nameOf(pushed)}” to Acme?`);
      await ui.dialog.press("Push");
      await ui.notifications.waitFor(`Pushed. “${nameOf(pushed)}” is`);
      await ui.notifications.dismissAll();
      expect(acme.patches().slice(before)).toMatchObject([
        { path: expect.stringContaining(acme.id(pushed)) as string },
      ]);
    },
    "load more": async () => {
      const shown = async () => (await ui.tree.waitForRow("Load more")).description;
      const before = await shown();
      await clickOn("Load more");
      await expect.poll(shown).not.toBe(before);
    },
  };

  async function isReviewOf(index: number): Promise<void> {
    expect((await ui.dialog.read()).message).toBe(`Push “${nameOf(index)}” to Acme?`);
    await ui.dialog.cancel();
  }

  async function isRenameOf(index: number): Promise<void> {
    await ui.quickInput.waitForStep("Enter the new name");
    expect(await ui.quickInput.title()).toBe(`Rename ${nameOf(index)}`);
    await ui.quickInput.cancel();
  }

  it(`react to each click, ${ACTIONS} of ${ACTIONS} times`, { timeout: ACTIONS * 60_000 }, async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.editor.waitForTab(SAVED);
    await ui.tree.titleAction("Filter…");
    await ui.quickInput.pick("By text…");
    await ui.quickInput.answer("Filter connections by text", "Row ");
    await ui.tree.waitForRow(nameOf(ROWS - 1));
    await ui.tree.waitForAction(nameOf(0), "Push");
    await isCounted();
    await ui.workbench.openFile(OTHER);
    await ui.workbench.runCommand("View: Keep Editor");
    const names = Object.keys(deeds);
    const wrong: string[] = [];
    for (let count = 0; count < ACTIONS; count += 1) {
      const deed = names[count % names.length] ?? "";
      // Every row is met with every deed in the course of many actions.
      const index = (count + Math.floor(count / names.length)) % ROWS;
      await deeds[deed]?.(index).catch((error: unknown) =>
        wrong.push(`${count}: ${deed}, ${nameOf(index)}: ${String(error)}`),
      );
    }
    // As one text: of a list that differs, a report shows its length alone.
    expect(wrong.join("\n")).toBe("");
    await isCounted();
    // The last review was just closed; its progress goes a little later.
    await expect.poll(async () => (await ui.notifications.all()).map(({ message }) => message)).toHaveLength(0);
    expect(acme().requests.all({ method: "GET" }).length).toBeGreaterThan(ACTIONS / 3);
  });
});
