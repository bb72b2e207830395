import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type RecordedRequest } from "../../service/http/request-log.js";
import { readText } from "../drive/dom.js";
import { TIMEOUT_MS, until, untilStays, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const TOKEN = canary("canary-batch-3d07");
const COUNT = 10;
const REFUSED = 3;
const NOTES = "notes.txt";

/** One story: what each push leaves is what the next test begins with. */
describe("pushing many files, and what remains of a push", () => {
  const acme = useService("Acme");
  const id = (index: number): string => acme().connections.idAt(index);
  const fileName = (index: number): string => `team-${index}.vaultconn.json`;
  const fileText = (index: number, name = `Team ${index}`): string => {
    const setup = index === 0 ? { setup: { type: "BEARER", token: TOKEN } } : {};
    return `${JSON.stringify({ id: id(index), tenant: new URL(acme().origin).host, name, ...setup }, undefined, 2)}\n`;
  };
  const session = useVsCode(() => ({
    environment: {
      VAULTCONN_LOCAL_SERVICE: JSON.stringify({
        baseUrl: acme().baseUrl,
        accessToken: acme().accessToken,
        name: "Acme",
        production: true,
      }),
    },
    workspace: {
      [NOTES]: "",
      ...Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [fileName(index), fileText(index)])),
    },
  }));

  const patches = (): readonly RecordedRequest[] => acme().requests.all({ method: "PATCH" });
  const applied = (): number => acme().requests.all({ method: "PATCH", applied: true }).length;

  /** Asks to push the files that were changed, and ticks all that are offered, unless they are ticked already. */
  async function pushChanged(ticked = false): Promise<readonly string[]> {
    const { workbench } = session();
    await workbench.notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Push Changed Files…");
    await workbench.quickInput.waitForStep("Push changed files");
    const rows = await workbench.quickInput.rows();
    if (!ticked)
      await workbench.page.locator(".quick-input-widget [aria-label='Toggle all checkboxes']").first().click();
    await workbench.screenshot(`push-many-choice-${rows.length}`);
    await workbench.quickInput.accept();
    return rows.map(({ label }) => label);
  }

  /** The mark on the tab of the file in front. It is drawn by a style alone. */
  function badge(): Promise<string> {
    return session().workbench.page.evaluate<string>(
      `[...document.querySelectorAll(".editor-group-container.active .tab.active *")]
        .map((part) => /[↑?⟳✕…]/.exec(getComputedStyle(part, "::after").content)?.[0] ?? "")
        .join("")`,
    );
  }

  /** Waits until so many places of the file in front are marked as wrong. */
  async function marked(count: number): Promise<void> {
    const { editor } = session().workbench;
    await untilValue(
      "the marks in the file",
      () => editor.squiggles(),
      ({ error }) => error === count,
    );
  }

  /** Says yes in the review, and once more because the tenant is a production one. */
  async function agree(): Promise<void> {
    const { dialog, quickInput } = session().workbench;
    await dialog.press("Push");
    await quickInput.waitForStep("Push to Acme, which is production");
    await quickInput.pick("Push to production");
  }

  /** What the status bar says about the file in front. */
  const hasStatus = async (text: string): Promise<boolean> =>
    (await session().workbench.statusItems()).some((item) => item.text.includes(text));

  async function status(text: string): Promise<void> {
    await until(`"${text}" in the status bar`, () => hasStatus(text));
  }

  /** What stands above the file in front, its parts separated by "|". */
  async function lenses(line: RegExp): Promise<void> {
    const { editor, page } = session().workbench;
    const read = async (): Promise<string> => {
      await editor.scrollToTop();
      return (await readText(page.locator(".editor-group-container.active .codelens-decoration"))).replaceAll(
        /\s+/g,
        " ",
      );
    };
    await untilValue("the code lenses", read, (shown) => line.test(shown));
  }

  it("pushes ten files after one review, and one that is refused does not stop the others", async () => {
    const { workbench } = session();
    expect(await readdir(session().workspace)).toHaveLength(COUNT + 1);
    acme().faults.add(
      { kind: "reply", status: 400, body: JSON.stringify({ message: "The property name is taken." }) },
      { operation: "update", id: id(REFUSED) },
    );
    // The list draws no more rows than fit.
    expect((await pushChanged()).slice(0, 3)).toEqual([0, 1, 2].map(fileName));
    const review = await workbench.dialog.read();
    expect(review).toMatchObject({ message: "Push 10 files to Acme (production)?", severity: "warning" });
    expect(review.detail).toContain("• Acme (production), 10 files: name (9), name and setup (1)");
    expect(review.detail.replaceAll("\n", " ")).toMatch(/ Connections: Salesforce EU production, .+, 5 more /);
    expect(review.detail).toContain("1 of 10: The setup that the service has now cannot be read back.");
    await workbench.screenshot("push-many-review");
    await workbench.dialog.press("Push");
    await workbench.quickInput.waitForStep("Push to Acme, which is production");
    await workbench.quickInput.accept();
    await workbench.quickInput.waitUntilClosed();
    await workbench.notifications.waitFor("Nothing was pushed.");
    await workbench.notifications.dismissAll();
    await pushChanged();
    expect(patches()).toHaveLength(0);
    await agree();

    // The progress goes a moment after the message has come.
    await untilValue(
      "one message, and no other",
      () => workbench.notifications.all(),
      (shown) => shown.length === 1 && shown[0]?.message === "9 of 10 files pushed. 1 was not.",
    );
    expect([patches().length, applied()]).toEqual([COUNT, COUNT - 1]);
    await workbench.notifications.press("9 of 10", "Show the Others");
    await workbench.quickInput.waitForStep("The other pushes");
    const [failed] = await workbench.quickInput.waitForRows(fileName(REFUSED));
    expect(failed).toMatchObject({
      description: "Acme · refused",
      detail: "Acme refused the update: The property name is taken.",
    });
    await workbench.screenshot("push-many-failed");
    await workbench.quickInput.pick(fileName(REFUSED));
    await workbench.editor.waitForTab(fileName(REFUSED));
    await marked(1);
  });

  it("offers only what is left, and says when nothing is", async () => {
    const { workbench } = session();
    expect(await pushChanged()).toEqual([fileName(REFUSED)]);
    await agree();
    await workbench.notifications.waitFor("Pushed. Team 3 is ready.");
    expect([patches().length, applied()]).toEqual([COUNT + 1, COUNT]);
    await marked(0);
    await workbench.notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Push Changed Files…");
    await workbench.notifications.waitFor("No setup file has changed since its last push.");
  });

  it("saves the files it pushes and no other, and leaves out what cannot be saved", async () => {
    const { workbench } = session();
    const { editor, notifications, quickInput, dialog } = workbench;
    const [saved, unsaved] = [fileName(7), fileName(8)];
    const onDisk = (name: string): Promise<string> => readFile(join(session().workspace, name), "utf8");
    const sent = patches().length;
    for (const name of [NOTES, saved, unsaved]) {
      await workbench.openFile(name);
      await editor.press("ControlOrMeta+Home");
      await editor.type(name === NOTES ? "Typed" : "// Typed.\n");
      if (name === NOTES) continue;
      await editor.select(name === saved ? "Team 7" : "Team 8");
      await editor.type("Typed");
    }
    // Somebody else has written to the file meanwhile, so VS Code refuses to replace it.
    const foreign = `${fileText(8)}\n// Somebody else's.\n`;
    await writeFile(join(session().workspace, unsaved), foreign);
    expect(await pushChanged(true)).toEqual([saved, unsaved]);
    const { detail } = await dialog.read();
    expect(detail).toContain(`Left out:\n• ${unsaved}: not sent, the file could not be saved`);
    await workbench.screenshot("push-many-unsaved");
    await agree();
    await notifications.waitFor("1 of 2 files pushed. 1 was not.");
    expect(
      patches()
        .slice(sent)
        .map(({ id: pushed, body }) => [pushed, body.toString()]),
    ).toEqual([[id(7), '{"name":"Typed"}']]);
    expect([(await onDisk(saved)).includes("Typed"), await onDisk(unsaved), await onDisk(NOTES)]).toEqual([
      true,
      foreign,
      "",
    ]);
    await notifications.press("1 of 2 files", "Show the Others");
    await quickInput.waitForStep("The other pushes");
    const [unsent] = await quickInput.waitForRows(unsaved);
    expect(unsent?.description).toBe("Acme · not sent, the file could not be saved");
    await quickInput.pick(unsaved);
    await untilValue(
      "what was typed",
      () => editor.text(),
      (text) => text.includes("// Typed.") && !text.includes("Somebody"),
    );
    // With nothing but that file left, it is named at once.
    await pushChanged(true);
    await notifications.waitFor(`${unsaved} could not be saved, so nothing was sent.`);
    expect(patches()).toHaveLength(sent + 1);
    await workbench.runCommand("File: Revert File");
    await untilValue(
      "the file as it is on the disk",
      () => editor.text(),
      (text) => text.includes("Somebody else's"),
    );
    await writeFile(join(session().workspace, unsaved), fileText(8));
  });

  it("says above a file and in the status bar how it stands", async () => {
    const { workbench } = session();
    const { editor } = workbench;
    await workbench.notifications.dismissAll();
    await workbench.openFile(fileName(1));
    await status("Acme · Team 1 · in sync");
    await lenses(/^Push to Acme · Team 1 \| in sync since \S/);
    await workbench.screenshot("push-in-sync");
    await editor.select("Team 1");
    await editor.type("Team one");
    await lenses(/^Push to Acme · Team 1 \| changed since the last push$/);
    await editor.save();
    await status("Acme · Team 1 · changed since the last push");
    await workbench.screenshot("push-changed");
  });

  it("says the same everywhere of a file in an editor that another program writes, there and back", async () => {
    const { workbench, workspace } = session();
    const tree = workbench.tree("Connections");
    await workbench.openViewContainer("Vault Connections");
    await tree.waitForRow("Team 1");
    await workbench.openFile(fileName(1));
    for (const [name, words, ofRow, mark] of [
      ["Team 1", "in sync", "file in sync", ""],
      ["Team one", "changed since the last push", "file changed", "↑"],
      ["Team 1", "in sync", "file in sync", ""],
      ["Team one", "changed since the last push", "file changed", "↑"],
    ] as const) {
      await writeFile(join(workspace, fileName(1)), fileText(1, name));
      await status(`Acme · Team 1 · ${words}`);
      await lenses(new RegExp(`^Push to Acme · Team 1 \\| ${words}`));
      await untilValue("the badge of the tab", badge, (shown) => shown === mark);
      await untilValue(
        "the row",
        () => tree.waitForRow("Team 1"),
        ({ description }) => description.startsWith(ofRow),
      );
    }
  });

  it("compares a file with the service without sending anything", async () => {
    const { workbench } = session();
    const sent = patches().length;
    acme().connections.change(id(1), { name: "Renamed elsewhere" });
    await workbench.openFile(fileName(1));
    await workbench.runCommand("Vault Connections: Compare with Service");
    await workbench.notifications.waitFor(
      "Renamed elsewhere has changed since this file was last pushed, compared or created.",
    );
    await workbench.editor.waitForComparison({ service: "Renamed elsewhere", file: "Team one" });
    expect(patches()).toHaveLength(sent);
  });

  it("renames from the sidebar with an update that has the name alone", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Connections");
    await tree.waitForRow("Team 6");
    await tree.chooseFromMenu("Team 6", "Rename…");
    await quickInput.waitForStep("Rename Team 6");
    await quickInput.submit("");
    await quickInput.waitForStep("A connection needs a name.");
    // What begins like a reference is text in a name that is typed.
    await quickInput.submit("Finance ${env:HOME}");
    expect((await workbench.dialog.read()).detail).toContain("name: “Finance ${env:HOME}”");
    await agree();
    await workbench.notifications.waitFor("Pushed. Finance ${env:HOME} is ready.");
    expect(patches().at(-1)).toMatchObject({ id: id(6), body: Buffer.from('{"name":"Finance ${env:HOME}"}') });
    await tree.waitForRow("Finance ${env:HOME}");
    // It was ourselves who changed it, so that its setup file is told of no change on the service.
    await workbench.openFile(fileName(6));
    await status("Finance ${env:HOME} · in sync");
    await lenses(/^Push to Acme · Finance \$\{env:HOME\} \| in sync since \S/);
    const lists = { operation: "list", status: 200 } as const;
    const before = acme().requests.all(lists).length;
    await workbench.runCommand("Vault Connections: Refresh");
    await acme().requests.waitFor(lists, before + 1);
    await untilStays("the status", () => hasStatus("Finance ${env:HOME} · in sync"), true, TIMEOUT_MS);
  });

  it("tells after a reload about a push that was in progress, and finds out its outcome", async () => {
    const { workbench } = session();
    const before = [patches().length, applied()];
    await workbench.openFile(fileName(5));
    await until("the new text", async () => {
      await workbench.editor.replaceAll(fileText(5, "Interrupted"));
      return (await workbench.editor.text()).includes("Interrupted");
    });
    acme().faults.add({ kind: "hold", name: "reply", when: "after" }, { operation: "update" });
    await workbench.runCommand("Vault Connections: Push");
    await agree();
    await acme().faults.held("reply");
    await workbench.reload();
    acme().faults.release("reply");

    const told = await workbench.notifications.waitFor("A push of Team 5 to Acme was interrupted");
    expect(told.message).toContain("Whether it took effect is not known yet.");
    await workbench.screenshot("push-interrupted");
    await workbench.notifications.press("A push of Team 5", "Check Now");
    await workbench.notifications.waitFor("The push took effect all the same: Team 5 has the new name.");
    expect([patches().length, applied()]).toEqual(before.map((count) => count + 1));
    await workbench.openFile(fileName(5));
    await status("Acme · Interrupted · in sync");
  });

  it("lists every push that was sent, without a value", async () => {
    const { workbench } = session();
    await workbench.runCommand("Vault Connections: Show Pushes as Text");
    await workbench.editor.waitForTab("push-history.txt");
    const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.includes("ac_"));
    const shown = await untilValue(
      "the history",
      async () => (await workbench.editor.text()).replaceAll("\u00a0", " "),
      (text) => text.includes("setup.token") && linesOf(text).length === patches().length,
    );
    const lines = linesOf(shown);
    await workbench.screenshot("push-history");
    expect(lines.filter((line) => /^\S+ \S+ +applied \(response lost\) /.test(line))).toHaveLength(1);
    const refused = lines.filter((line) => /^\S+ \S+ +refused /.test(line));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/Team 3 \(ac_\w+\)/);
    expect(shown).not.toContain(TOKEN);
  });

  it("logs its requests", async () => {
    await session().waitForLog("PATCH");
  });
});
