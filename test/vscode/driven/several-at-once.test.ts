import { describe, expect, it } from "vitest";

import { chooseFromMenu } from "../drive/menu.js";
import { until, untilDone, untilValue } from "../drive/until.js";
import { useService, dialog, editor, notifications, quickInput, tree, useVsCode, workbench } from "./window.js";

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
  const clipboard = (): Promise<string> => workbench.page.evaluate<string>("navigator.clipboard.readText()");

  /** Selects the files from the first to another one in the Explorer, and asks there to push them. */
  async function pushSelected(last: number): Promise<void> {
    const rowOf = (index: number) => workbench.explorerRow(fileOf(index));
    await workbench.openViewContainer("Explorer");
    await untilDone(`${last + 1} selected files`, async (timeout) => {
      await rowOf(0).click({ timeout });
      await editor.waitForTab(fileOf(0), timeout);
      await rowOf(last).click({ modifiers: ["Shift"], timeout });
      const selected = workbench.page.locator(".explorer-folders-view .monaco-list-row.selected");
      await until("them", async () => (await selected.count()) === last + 1, timeout);
    });
    const open = (timeout: number) => rowOf(1).click({ button: "right", timeout });
    await chooseFromMenu(workbench.page, "Push Setup File", open);
  }

  /** Presses F2 in the list, which has the focus once the menu has gone, or the file of a row that was clicked is shown. */
  const askForName = () =>
    untilDone("the question for the name", async (patience) => {
      if (!(await quickInput.isOpen())) await workbench.page.keyboard.press("F2");
      await until("it", () => quickInput.isOpen(), patience);
    });

  it("push from the Explorer with one review, and name excluded files", async () => {
    // Which tenant a file without one goes to is asked for a single file; its row is what tells it here.
    await workbench.openViewContainer("Vault Connections");
    await tree.waitForRow(nameOf(0));
    await pushSelected(3);
    await notifications.waitFor(
      `Left out: ${FAULTY}. To push or compare several files together, each must have no problems, have an ID, and belong to a tenant that you're signed in to.`,
    );
    const review = await dialog.read();
    expect(review.message).toContain("3");
    await dialog.press("Push");
    await notifications.waitFor("3 files pushed.");
    expect(updates()).toBe(3);
  });

  it("compare from the sidebar, and count what's in sync", async () => {
    await notifications.dismissAll();
    await workbench.openViewContainer("Vault Connections");
    await tree.select(`${nameOf(0)} anew`, "Shift", `${nameOf(2)} anew`, 3);
    await tree.chooseFromMenu(`${nameOf(1)} anew`, "Compare with Service");
    await notifications.waitFor("3 of 3 files compared. In sync, and not shown: 3.");
  });

  it("use the row with the focus", async () => {
    const { keyboard } = workbench.page;
    const isRenameOf = async (index: number): Promise<void> => {
      await askForName();
      await quickInput.leave(`Rename ${nameOf(index)} anew`);
    };
    await tree.click(`${nameOf(0)} anew`);
    await editor.waitForTab(fileOf(0));
    await keyboard.press("ArrowDown");
    await isRenameOf(1);
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await editor.waitForTab(fileOf(2));
    await isRenameOf(2);
    // Nothing changes but which file is in front.
    for (const index of [0, 2]) {
      await workbench.openFile(fileOf(index));
      await workbench.waitForStatus(`Acme · ${nameOf(index)} anew`);
    }
  });

  it("open menus, rename, and open files with the keyboard alone", async () => {
    const { keyboard } = workbench.page;
    await notifications.dismissAll();
    await tree.click(`${nameOf(0)} anew`);
    await editor.waitForTab(fileOf(0));
    const before = (await tree.rows()).map(({ label }) => label);
    // Nothing can be deleted here, and nothing is.
    for (const key of ["Delete", "Space", "ArrowDown"]) await keyboard.press(key);
    await untilDone("the id in the clipboard", async (patience) => {
      await keyboard.press("Shift+F10");
      const entry = workbench.page.locator(".monaco-menu .action-item.focused", { hasText: "Copy ID" });
      await until("its entry", async () => (await keyboard.press("ArrowDown"), (await entry.count()) > 0), patience);
      await keyboard.press("Enter");
      await until("it", async () => (await clipboard()) === acme.id(1), patience);
    });
    await askForName();
    await quickInput.answer(`Rename ${nameOf(1)} anew`, "Row 1 by keys");
    expect((await dialog.read()).detail).toContain("Row 1 by keys");
    await dialog.accept();
    await notifications.waitFor("Row 1 by keys");
    expect(updates()).toBe(4);
    // The file has the name of before, which is listed above the rows.
    const after = before.map((label) => (label === `${nameOf(1)} anew` ? "Row 1 by keys" : label));
    await tree.waitForRows((rows) => after.every((label) => rows.some((row) => row.label === label)));

    await tree.row(`${nameOf(2)} anew`).dblclick();
    await editor.waitForTab(fileOf(2));
    await editor.waitForFocus();
  });

  it("copy IDs with their key binding", async () => {
    const ids = [0, 1].map((index) => acme.id(index)).sort();
    // What a click opens may take the focus only when it is there.
    await untilDone("the ids in the clipboard", async (patience) => {
      await tree.select(`${nameOf(0)} anew`, "ControlOrMeta", "Row 1 by keys", 2);
      await workbench.page.keyboard.press("ControlOrMeta+c");
      await untilValue("them", clipboard, (text) => text.split("\n").sort().join() === ids.join(), patience);
    });
  });

  it("ask about several changes in one list, with one comparison", async () => {
    await notifications.dismissAll();
    const ids = [0, 2].map((index) => acme.id(index));
    for (const id of ids) acme().connections.change(id, { name: `Theirs ${ids.indexOf(id)}` });
    const before = updates();
    await pushSelected(2);
    await quickInput.waitForStep("Connections changed on the service: 2");
    // Anyone who cancels isn't left with a question that leads nowhere.
    await notifications.press("Waiting for your review…", "Cancel");
    await until("the question to go", async () => !(await quickInput.isOpen()));
    await notifications.waitFor("Nothing was pushed.");
    await notifications.dismissAll();
    await pushSelected(2);
    await quickInput.waitForStep("Connections changed on the service: 2");
    const [first] = await quickInput.rows();
    expect(first?.label).toBe("Theirs 0");
    expect(first?.description).toMatch(/^Acme · (now|\d+ minutes? ago)$/);
    expect(first?.detail).toBe(`The name changed from “${nameOf(0)} anew” to “Theirs 0”.`);
    await quickInput.pressRowButton("Theirs 1", "Compare");
    await until(
      "the comparison",
      async () => (await workbench.page.locator(".diffOverview, .diff-editor").count()) > 0,
    );
    await quickInput.toggle("Theirs 0");
    await quickInput.accept();
    const review = await dialog.read();
    expect(review.detail).toContain(`not sent, compared instead (${fileOf(2)})`);
    await dialog.press("Show Changes");
    await notifications.waitFor("Close the comparison to continue.");
    await until("the changes", async () => (await workbench.page.locator(".multiDiffEntry").count()) > 1);
    expect(updates()).toBe(before);
    await editor.titleAction("Continue");
    await dialog.press("Push");
    await notifications.waitFor("2 of 3 files pushed. 1 not pushed.");
    expect(ids.map((id) => acme().connections.get(id)?.name)).toEqual([`${nameOf(0)} anew`, "Theirs 1"]);
    expect(updates()).toBe(before + 2);
    // Who has compared isn't asked about the same change again.
    await workbench.push(fileOf(2));
    await dialog.press("Push");
    await notifications.waitFor("Pushed.");
    expect(updates()).toBe(before + 3);
  });
});
