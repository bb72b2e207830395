import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { canary, onDisk, ui, useService, useVsCode } from "./window.js";

const TOKEN = canary("canary-batch-3d07");
const COUNT = 10;
const REFUSED = 3;
const NOTES = "notes.txt";
/** VS Code doesn't watch it, as most files on a network drive. */
const UNWATCHED = "team-9.vaultconn.json";
/** Files that come later, and the connection that each is for: two want the same. */
const BRANCHES = { "branch-eu": 10, "branch-us": 10, "head-office": 11, warehouse: 12 };

/** One story: what each push leaves is what the next test begins with. */
describe("pushes of many files", () => {
  const acme = useService("Acme", { connections: 13, production: true });
  const fileName = (index: number): string => `team-${index}.vaultconn.json`;
  const fileText = (index: number, name = `Team ${index}`): string =>
    acme.file(index, { name, ...(index === 0 && { setup: { type: "BEARER", token: TOKEN } }) });
  useVsCode(() => ({
    environment: acme.environment(),
    settings: { "files.watcherExclude": { [`**/${UNWATCHED}`]: true } },
    workspace: {
      [NOTES]: "",
      ...Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [fileName(index), fileText(index)])),
    },
  }));

  const applied = (): number => acme().requests.all({ method: "PATCH", applied: true }).length;

  /** Asks to push the files that were changed, and ticks all that are offered, unless they are ticked already. */
  async function pushChanged(ticked = false): Promise<readonly string[]> {
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("Vault Connections: Push Changed Files…");
    await ui.quickInput.waitForStep("Push changed files");
    const rows = await ui.quickInput.rows();
    if (!ticked) await ui.quickInput.toggleAll();
    await ui.quickInput.accept();
    return rows.map(({ label }) => label);
  }

  /** The mark on the tab of the file in front. It is drawn by a style alone. */
  function badge(): Promise<string> {
    return ui.workbench.page.evaluate<string>(
      `[...document.querySelectorAll(".editor-group-container.active .tab.active *")]
        .map((part) => /[↑?⟳✕…]/.exec(getComputedStyle(part, "::after").content)?.[0] ?? "")
        .join("")`,
    );
  }

  /** Says yes in the review, and once more because the tenant is a production one. */
  async function agree(name = "Acme"): Promise<void> {
    await ui.dialog.press("Push");
    await ui.quickInput.answer(`To confirm, type “${name}”.`, name);
  }

  it("sends ten files after one review, even if one is refused", async () => {
    expect(await readdir(ui.session.workspace)).toHaveLength(COUNT + 1);
    acme().faults.add(
      { kind: "reply", status: 400, body: JSON.stringify({ message: "The property name is taken." }) },
      { operation: "update", id: acme.id(REFUSED) },
    );
    // The list draws no more rows than fit.
    expect((await pushChanged()).slice(0, 3)).toEqual([0, 1, 2].map(fileName));
    const review = await ui.dialog.read();
    expect(review).toMatchObject({ message: "Push 10 files to Acme (production)?", severity: "warning" });
    expect(review.detail).toContain("• Acme (production), 10 files: name (9), name and setup (1)");
    expect(review.detail.replaceAll("\n", " ")).toMatch(/ Connections: Salesforce EU production → Team 0, .+, 5 more /);
    expect(review.detail).toContain("1 of 10: ");
    await ui.dialog.press("Push");
    await ui.quickInput.choose("Push to Acme (production)");
    await ui.quickInput.leave("Nothing is sent until then.");
    await ui.notifications.waitFor("Nothing was pushed.");
    await ui.notifications.dismissAll();
    await pushChanged();
    expect(acme.patches()).toHaveLength(0);
    await agree();

    const said = "9 of 10 files pushed. 1 not pushed: Acme rejected the update: The property name is taken.";
    await expect.poll(() => ui.notifications.all()).toMatchObject([{ message: said }]);
    expect([acme.patches().length, applied()]).toEqual([COUNT, COUNT - 1]);
    await ui.notifications.press("9 of 10", "Show Other Pushes");
    await ui.quickInput.waitForStep("Other pushes");
    const [failed] = await ui.quickInput.waitForRows(fileName(REFUSED));
    expect(failed).toMatchObject({
      description: "Acme · rejected",
      detail: "Acme rejected the update: The property name is taken.",
    });
    await ui.quickInput.pick(fileName(REFUSED));
    await ui.editor.waitForTab(fileName(REFUSED));
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 1 });
  });

  it("offers only what's left, and says if nothing is", async () => {
    expect(await pushChanged()).toEqual([fileName(REFUSED)]);
    await agree(acme.nameOf(REFUSED));
    await ui.notifications.waitFor("Pushed. “Team 3” is ready.");
    expect([acme.patches().length, applied()]).toEqual([COUNT + 1, COUNT]);
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 0 });
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("Vault Connections: Push Changed Files…");
    await ui.notifications.waitFor("No setup file has unpushed changes.");
  });

  it("offers files whose changes weren't noticed, and sends what they hold by then", async () => {
    await writeFile(join(ui.session.workspace, UNWATCHED), fileText(9, "Unnoticed"));
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("Vault Connections: Push Changed Files…");
    await ui.quickInput.waitForRows(UNWATCHED);
    await writeFile(join(ui.session.workspace, UNWATCHED), fileText(9, "Changed meanwhile"));
    await ui.quickInput.accept();
    expect((await ui.dialog.read()).detail).toContain("name: “Changed meanwhile”");
    await ui.dialog.cancel();
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForDescription("Team 9", /unpushed changes/);
    await writeFile(join(ui.session.workspace, UNWATCHED), fileText(9));
    await ui.tree.titleAction("Refresh");
    await ui.tree.waitForDescription("Team 9", /file in sync/);
  });

  it("saves the files to push, and excludes those it can't save", async () => {
    const [saved, unsaved] = [fileName(7), fileName(8)];
    const sent = acme.patches().length;
    for (const name of [NOTES, saved, unsaved]) {
      await ui.workbench.openFile(name);
      await ui.editor.press("ControlOrMeta+Home");
      await ui.editor.type(name === NOTES ? "Typed" : "// Typed.\n");
      if (name === NOTES) continue;
      await ui.editor.select(name === saved ? "Team 7" : "Team 8");
      await ui.editor.type("Typed");
    }
    // Someone else has written to the file in the meantime, so VS Code refuses to replace it.
    const foreign = `${fileText(8)}\n// Somebody else's.\n`;
    await writeFile(join(ui.session.workspace, unsaved), foreign);
    expect(await pushChanged(true)).toEqual([saved, unsaved]);
    const { detail } = await ui.dialog.read();
    expect(detail).toContain(`Left out: not sent, the file couldn't be saved (${unsaved})`);
    await agree(acme.nameOf(7));
    await ui.notifications.waitFor(`1 of 2 files pushed. 1 not pushed: ${unsaved} couldn't be saved`);
    expect(
      acme
        .patches()
        .slice(sent)
        .map(({ id: pushed, body }) => [pushed, body.toString()]),
    ).toEqual([[acme.id(7), '{"name":"Typed"}']]);
    expect([(await onDisk(saved)).includes("Typed"), await onDisk(unsaved), await onDisk(NOTES)]).toEqual([
      true,
      foreign,
      "",
    ]);
    await ui.notifications.press("1 of 2 files", "Show Other Pushes");
    await ui.quickInput.waitForStep("Other pushes");
    const [unsent] = await ui.quickInput.waitForRows(unsaved);
    expect(unsent?.description).toBe("Acme · not sent, the file couldn't be saved");
    await ui.quickInput.pick(unsaved);
    expect(await ui.editor.waitForText("// Typed.")).not.toContain("Somebody");
    // With nothing but that file left, it is named at once.
    await pushChanged(true);
    await ui.notifications.waitFor(`${unsaved} couldn't be saved, so nothing was sent.`);
    expect(acme.patches()).toHaveLength(sent + 1);
    await ui.workbench.runCommand("File: Revert File");
    await ui.editor.waitForText("Somebody else's");
    await writeFile(join(ui.session.workspace, unsaved), fileText(8));
  });

  it("shows the same state everywhere, whatever program changes the file", async () => {
    await ui.notifications.dismissAll();
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForRow("Team 1");
    await ui.workbench.openFile(fileName(1));
    await ui.editor.waitForLenses(/^Push to Acme · Team 1 \| in sync since \S/);
    await ui.editor.select("Team 1");
    await ui.editor.type("Team one");
    await ui.editor.waitForLenses(/^Push to Acme · Team 1 \| unpushed changes$/);
    await ui.editor.save();
    await ui.workbench.waitForStatus("Acme · Team 1 · unpushed changes");
    for (const [name, words, ofRow, mark] of [
      ["Team 1", "in sync", "file in sync", ""],
      ["Team one", "unpushed changes", "unpushed changes", "↑"],
      ["Team 1", "in sync", "file in sync", ""],
    ] as const) {
      await writeFile(join(ui.session.workspace, fileName(1)), fileText(1, name));
      await ui.workbench.waitForStatus(`Acme · Team 1 · ${words}`);
      await ui.editor.waitForLenses(new RegExp(`^Push to Acme · Team 1 \\| ${words}`));
      await expect.poll(badge).toBe(mark);
      await ui.tree.waitForDescription("Team 1", new RegExp(ofRow));
    }
  });

  it("reports interrupted pushes in one message, and checks all", async () => {
    const before = acme.patches().length;
    const [applies, fails] = [fileName(5), fileName(6)];
    for (const [index, file] of [[5, applies] as const, [6, fails] as const]) {
      await ui.workbench.openFile(file);
      await ui.editor.replaceAll(fileText(index, "Interrupted"));
      await ui.editor.save();
    }
    acme().faults.add({ kind: "silence", how: "hang", when: "after" }, { operation: "update", id: acme.id(5) });
    acme().faults.add({ kind: "silence", how: "hang", when: "before" }, { operation: "update", id: acme.id(6) });
    expect(await pushChanged(true)).toEqual([applies, fails]);
    await agree();
    await acme().requests.waitFor({ operation: "update", id: acme.id(5), applied: true }, 2);
    await acme().requests.waitFor({ operation: "update", id: acme.id(6) }, 2);
    await ui.workbench.reload();

    await ui.notifications.waitFor("2 pushes were interrupted. Their outcomes are unknown.");
    // They're listed before anyone checks them.
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.workbench.pushes.openSection();
    const unknown = async () =>
      (await ui.workbench.pushes.rows()).filter(({ description }) => description.startsWith("outcome unknown · "))
        .length;
    await expect.poll(unknown).toBe(2);
    await ui.notifications.press("2 pushes were interrupted", "Check Now");
    await ui.notifications.press(/^1 of 2 files pushed\. 1 unconfirmed: The response was lost\. /, "Show Other Pushes");
    await ui.quickInput.waitForStep("Other pushes");
    const [unconfirmed] = await ui.quickInput.waitForRows(fails);
    expect(unconfirmed?.description).toBe("Acme · not applied yet (response lost)");
    await ui.quickInput.pick(fails);
    await ui.editor.waitForTab(fails);
    await ui.notifications.waitFor("The push was not applied");
    // The one message went when it was answered; another would have come by now.
    expect((await ui.notifications.all()).filter(({ message }) => message.includes("interrupted"))).toEqual([]);
    expect(acme.patches()).toHaveLength(before + 2);
    await ui.workbench.openFile(applies);
    await ui.workbench.waitForStatus("Acme · Interrupted · in sync");
    await ui.workbench.openFile(fails);
    await ui.workbench.waitForStatus("Acme · Team 6 · unpushed changes");
    await writeFile(join(ui.session.workspace, fails), fileText(6));
    await ui.workbench.waitForStatus("Acme · Team 6 · in sync");
    // The window was loaded again while its language server was at work.
    const failed = (await ui.session.files()).filter(({ text }) => /provider FAILED|Starting server failed/.test(text));
    expect(failed).toEqual([]);
  });

  it("asks which of two files for one connection to send", async () => {
    for (const [name, index] of Object.entries(BRANCHES)) {
      await writeFile(join(ui.session.workspace, `${name}.vaultconn.json`), fileText(index, name));
      await ui.workbench.openFile(`${name}.vaultconn.json`);
      await ui.workbench.waitForStatus(`Acme · ${acme.nameOf(index)}`);
    }
    const branches = Object.keys(BRANCHES).map((name) => `${name}.vaultconn.json`);
    const [eu = "", us = ""] = branches;
    const sent = acme.patches().length;
    expect(await pushChanged()).toEqual(branches);
    await ui.quickInput.waitForStep("2 files update");
    await ui.quickInput.waitForRows(eu, us, "Push none");
    await ui.quickInput.pick(us);
    const review = await ui.dialog.read();
    expect(review.message).toBe("Push 3 files to Acme (production)?");
    expect(review.detail).toContain(`Left out: not sent, another file updates the same connection (${eu})`);
    await agree();
    await ui.notifications.waitFor("3 files pushed.");
    const pushed = acme
      .patches()
      .slice(sent)
      .map((request) => request.id);
    expect(pushed.sort()).toEqual([10, 11, 12].map(acme.id).sort());
    expect(acme.nameOf(10)).toBe("branch-us");
  });

  it("asks which of two files to push from a row", async () => {
    const sent = acme.patches().length;
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForRow("branch-us");
    await ui.tree.chooseFromMenu("branch-us", "Push");
    await ui.quickInput.waitForStep("Which setup file?");
    await ui.quickInput.waitForRows("branch-eu.vaultconn.json", "branch-us.vaultconn.json");
    await ui.quickInput.pick("branch-eu.vaultconn.json");
    expect((await ui.dialog.read()).detail).toContain("name: “branch-eu”");
    await ui.dialog.cancel();
    await ui.notifications.waitUntilNothingIsPushed();
    expect(acme.patches()).toHaveLength(sent);
  });
});
