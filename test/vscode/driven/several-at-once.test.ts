import { describe, expect, it } from "vitest";

import { chooseFromMenu } from "../drive/menu.js";
import { until, untilDone, untilValue } from "../drive/until.js";
import { ui, useService, useVsCode } from "./window.js";

const COUNT = 4;
const FAULTY = "row-3.vaultconn.json";

/** One story: the rows have the names that the first test has pushed. */
describe("selections", () => {
  const acme = useService("Acme");
  const nameOf = (index: number): string => `Row ${index}`;
  const fileOf = (index: number): string => `row-${index}.vaultconn.json`;
  useVsCode(() => {
    const ids = Array.from({ length: COUNT }, (_, index) => acme.id(index));
    for (const [index, id] of ids.entries()) acme().connections.change(id, { name: nameOf(index) });
    const files = ids.map((id, index) => {
      const wanted = fileOf(index) === FAULTY ? { names: "Anew" } : { name: `${nameOf(index)} anew` };
      return [fileOf(index), `${JSON.stringify({ id, ...wanted }, undefined, 2)}\n`];
    });
    return {
      environment: acme.environment(),
      // Else the Explorer selects the file that a click has opened, and that file alone, once its editor is there.
      settings: { "explorer.autoReveal": false },
      workspace: Object.fromEntries(files) as Record<string, string>,
    };
  });
  const updates = (): number => acme.patches().length;
  const clipboard = (): Promise<string> => ui.workbench.page.evaluate<string>("navigator.clipboard.readText()");

  /** Selects the files from the first to another one in the Explorer, and asks there to push them. */
  async function pushSelected(last: number): Promise<void> {
    const rowOf = (index: number) => ui.workbench.explorerRow(fileOf(index));
    await ui.workbench.openViewContainer("Explorer");
    await untilDone(`${last + 1} selected files`, async (timeout) => {
      await rowOf(0).click({ timeout });
      await ui.editor.waitForTab(fileOf(0), timeout);
      await rowOf(last).click({ modifiers: ["Shift"], timeout });
      const selected = ui.workbench.page.locator(".explorer-folders-view .monaco-list-row.selected");
      await until("them", async () => (await selected.count()) === last + 1, timeout);
    });
    const open = (timeout: number) => rowOf(1).click({ button: "right", timeout });
    await chooseFromMenu(ui.workbench.page, "Push Setup File", open);
  }

  /** Presses F2 in the list, which has the focus once the menu has gone, or the file of a row that was clicked is shown. */
  const askForName = () =>
    untilDone("the question for the name", async (patience) => {
      if (!(await ui.quickInput.isOpen())) await ui.workbench.page.keyboard.press("F2");
      await until("it", () => ui.quickInput.isOpen(), patience);
    });

  it("push from the Explorer with one review, and name excluded files", async () => {
    // Which tenant a file without one goes to is asked for a single file; its row is what tells it here.
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForRow(nameOf(0));
    await pushSelected(3);
    await ui.notifications.waitFor(
      `Left out: ${FAULTY}. To push or compare several files together, each must have no problems, have an ID, and belong to a tenant that you're signed in to.`,
    );
    const review = await ui.dialog.read();
    expect(review.message).toContain("3");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("3 files pushed.");
    expect(updates()).toBe(3);
  });

  it("compare from the sidebar, and count what's in sync", async () => {
    await ui.notifications.dismissAll();
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.select(`${nameOf(0)} anew`, "Shift", `${nameOf(2)} anew`, 3);
    await ui.tree.chooseFromMenu(`${nameOf(1)} anew`, "Compare with Service");
    await ui.notifications.waitFor("3 of 3 files compared. In sync, and not shown: 3.");
  });

  it("use the row with the focus", async () => {
    const { keyboard } = ui.workbench.page;
    const isRenameOf = async (index: number): Promise<void> => {
      await askForName();
      await ui.quickInput.leave(`Rename ${nameOf(index)} anew`);
    };
    await ui.tree.click(`${nameOf(0)} anew`);
    await ui.editor.waitForTab(fileOf(0));
    await keyboard.press("ArrowDown");
    await isRenameOf(1);
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await ui.editor.waitForTab(fileOf(2));
    await isRenameOf(2);
    // Nothing changes but which file is in front.
    for (const index of [0, 2]) {
      await ui.workbench.openFile(fileOf(index));
      await ui.workbench.waitForStatus(`Acme · ${nameOf(index)} anew`);
    }
  });

  it("open menus, rename, and open files with the keyboard alone", async () => {
    const { keyboard } = ui.workbench.page;
    await ui.notifications.dismissAll();
    await ui.tree.click(`${nameOf(0)} anew`);
    await ui.editor.waitForTab(fileOf(0));
    const before = (await ui.tree.rows()).map(({ label }) => label);
    // Nothing can be deleted here, and nothing is.
    for (const key of ["Delete", "Space", "ArrowDown"]) await keyboard.press(key);
    await untilDone("the id in the clipboard", async (patience) => {
      await keyboard.press("Shift+F10");
      const entry = ui.workbench.page.locator(".monaco-menu .action-item.focused", { hasText: "Copy ID" });
      await until("its entry", async () => (await keyboard.press("ArrowDown"), (await entry.count()) > 0), patience);
      await keyboard.press("Enter");
      await until("it", async () => (await clipboard()) === acme.id(1), patience);
    });
    await askForName();
    await ui.quickInput.answer(`Rename ${nameOf(1)} anew`, "Row 1 by keys");
    expect((await ui.dialog.read()).detail).toContain("Row 1 by keys");
    await ui.dialog.accept();
    await ui.notifications.waitFor("Row 1 by keys");
    expect(updates()).toBe(4);
    // The file has the name of before, which is listed above the rows.
    const after = before.map((label) => (label === `${nameOf(1)} anew` ? "Row 1 by keys" : label));
    await ui.tree.waitForRows((rows) => after.every((label) => rows.some((row) => row.label === label)));

    await ui.tree.row(`${nameOf(2)} anew`).dblclick();
    await ui.editor.waitForTab(fileOf(2));
    await ui.editor.waitForFocus();
  });

  it("copy IDs with their key binding", async () => {
    const ids = [0, 1].map((index) => acme.id(index)).sort();
    // What a click opens may take the focus only when it is there.
    await untilDone("the ids in the clipboard", async (patience) => {
      await ui.tree.select(`${nameOf(0)} anew`, "ControlOrMeta", "Row 1 by keys", 2);
      await ui.workbench.page.keyboard.press("ControlOrMeta+c");
      await untilValue("them", clipboard, (text) => text.split("\n").sort().join() === ids.join(), patience);
    });
  });

  it("ask about several changes in one list, with one comparison", async () => {
    await ui.notifications.dismissAll();
    const ids = [0, 2].map((index) => acme.id(index));
    for (const id of ids) acme().connections.change(id, { name: `Theirs ${ids.indexOf(id)}` });
    const before = updates();
    await pushSelected(2);
    await ui.quickInput.waitForStep("Connections changed on the service: 2");
    // Anyone who cancels isn't left with a question that leads nowhere.
    await ui.notifications.press("Waiting for your review…", "Cancel");
    await until("the question to go", async () => !(await ui.quickInput.isOpen()));
    await ui.notifications.waitFor("Nothing was pushed.");
    await ui.notifications.dismissAll();
    await pushSelected(2);
    await ui.quickInput.waitForStep("Connections changed on the service: 2");
    const [first] = await ui.quickInput.rows();
    expect(first?.label).toBe("Theirs 0");
    expect(first?.description).toMatch(/^Acme · (now|\d+ minutes? ago)$/);
    expect(first?.detail).toBe(`The name changed from “${nameOf(0)} anew” to “Theirs 0”.`);
    await ui.quickInput.pressRowButton("Theirs 1", "Compare");
    await until(
      "the comparison",
      async () => (await ui.workbench.page.locator(".diffOverview, .diff-editor").count()) > 0,
    );
    await ui.quickInput.toggle("Theirs 0");
    await ui.quickInput.accept();
    const review = await ui.dialog.read();
    expect(review.detail).toContain(`not sent, compared instead (${fileOf(2)})`);
    await ui.dialog.press("Show Changes");
    await ui.notifications.waitFor("Close the comparison to continue.");
    await until("the changes", async () => (await ui.workbench.page.locator(".multiDiffEntry").count()) > 1);
    expect(updates()).toBe(before);
    await ui.editor.titleAction("Continue");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("2 of 3 files pushed. 1 not pushed.");
    expect(ids.map((id) => acme().connections.get(id)?.name)).toEqual([`${nameOf(0)} anew`, "Theirs 1"]);
    expect(updates()).toBe(before + 2);
    // Who has compared isn't asked about the same change again.
    await ui.workbench.push(fileOf(2));
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed.");
    expect(updates()).toBe(before + 3);
  });
});
