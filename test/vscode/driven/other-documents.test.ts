import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languageServerProcess, onDisk, ui, useService, useVsCode } from "./window.js";

const [COMMITTED, DELETED] = ["committed.vaultconn.json", "deleted.vaultconn.json"];
const [PLAIN, ACCENTED] = ["plain.vaultconn.json", "accented.vaultconn.json"];
const EARLIER = "This is an earlier version. Open the file to push it.";
const STOPPED = "The language server has stopped, so files can't be checked.";

/** One story in an editor that has other documents, settings for other tools, and a language server that ends. */
describe("setup files among other documents", () => {
  const service = useService("Acme");
  useVsCode(() => ({
    environment: service.environment(),
    // As many projects have it, for files with comments.
    settings: {
      "git.enabled": true,
      "files.associations": { "*.json": "jsonc", [PLAIN]: "vaultconn" },
      "files.encoding": "windows1252",
    },
    workspace: {
      [COMMITTED]: service.file(0, { name: "As committed", nmae: "A" }),
      [DELETED]: service.file(1, { name: "Once deleted" }),
      [PLAIN]: service.file(2, { name: "Münze" }),
      [ACCENTED]: service.file(3, { name: "Schlüssel" }),
    },
  }));

  const pressShortcut = () => ui.workbench.page.keyboard.press("ControlOrMeta+Alt+Enter");

  it("are known by name if settings or a person give them another language", async () => {
    await ui.workbench.openFile(COMMITTED);
    await ui.workbench.waitForStatus("JSON with Comments");
    await ui.editor.waitForLenses(/Push to Acme/);
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 1 });
    await ui.workbench.runCommand("Change Language Mode");
    await ui.workbench.quickInput.waitForStep("Select Language Mode");
    await ui.workbench.quickInput.type("Plain Text");
    await ui.workbench.quickInput.pick("Plain Text");
    await ui.workbench.waitForStatus("Plain Text");
    await ui.editor.waitForLenses(/Push to Acme/);
    await ui.editor.replaceAll(service.file(0, { name: "As committed" }));
    await ui.editor.save();
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 0 });
    await pressShortcut();
    expect((await ui.dialog.read()).detail).toContain("name: “As committed”");
    await ui.dialog.cancel();
  });

  it("are pushed as UTF-8, even if an editor reads them as something else", async () => {
    await ui.workbench.openFile(PLAIN);
    await ui.editor.waitForText("Münze");
    await ui.workbench.openFile(ACCENTED);
    await ui.editor.waitForText("SchlÃ¼ssel");
    await pressShortcut();
    expect((await ui.dialog.read()).detail).toContain("name: “Schlüssel”");
    await ui.dialog.cancel();
    await ui.editor.waitForText("Schlüssel");
  });

  it("aren't pushed from Git's version, in a comparison or alone", async () => {
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
        cwd: ui.session.workspace,
      });
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "Setups");
    await writeFile(join(ui.session.workspace, COMMITTED), service.file(0, { name: "As edited" }));
    await ui.workbench.openFile(COMMITTED);
    await ui.editor.waitForText("As edited");
    const left = ui.workbench.page.locator(".monaco-diff-editor .editor.original .view-lines").first();
    // One comparison of all changes, and one of this file.
    await ui.workbench.runCommand("Git: Open Changes");
    await left.click();
    await ui.workbench.runCommand("Vault Connections: Push");
    await ui.notifications.waitFor(EARLIER);
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("View: Close Editor");
    await ui.workbench.openViewContainer("Source Control");
    await ui.workbench.page.locator(".scm-view .monaco-list-row", { hasText: COMMITTED }).first().click();
    await left.click();
    await pressShortcut();
    await ui.notifications.waitFor(EARLIER);
    await ui.notifications.dismissAll();
    await ui.workbench.openFile(COMMITTED);
    await ui.workbench.runCommand("Git: Open File (HEAD)");
    await ui.editor.waitForText("As committed");
    await ui.workbench.runCommand("Vault Connections: Push");
    await ui.notifications.waitFor(EARLIER);
    expect(service.bodies()).toEqual([]);
    expect(await ui.editor.lenses()).not.toContain("Push to");
    await ui.notifications.press(EARLIER, "Open File");
    await ui.editor.waitForText("As edited");
    await ui.editor.focus();
    await pressShortcut();
    expect((await ui.dialog.read()).detail).toContain("name: “As edited”");
    await ui.dialog.cancel();
  });

  it("that were deleted are pushed only after they're saved again", async () => {
    await ui.workbench.openFile(DELETED);
    await rm(join(ui.session.workspace, DELETED));
    await pressShortcut();
    const refused = `${DELETED} was deleted, so nothing was sent.`;
    await ui.notifications.waitFor(refused);
    expect(service.bodies()).toEqual([]);
    await ui.notifications.press(refused, "Save and Push…");
    expect((await ui.dialog.read()).detail).toContain("name: “Once deleted”");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Once deleted”");
    expect(await onDisk(DELETED)).toContain("Once deleted");
  });

  it("can't be checked after the language server has stopped, and can be after a restart", async () => {
    const isShown = (state: string) =>
      ui.workbench.page.locator(`[id='status.languageStatus'][aria-label*="Language server: ${state}"]`).waitFor();
    await ui.workbench.openFile(COMMITTED);
    let id = "";
    for (let crash = 0; crash < 5; crash++) {
      id = await languageServerProcess(id);
      process.kill(Number(id), "SIGKILL");
    }
    await ui.notifications.waitFor(STOPPED);
    await ui.notifications.dismissAll();
    await pressShortcut();
    await ui.notifications.waitFor(`${STOPPED} Nothing was sent.`);
    await isShown("stopped");
    await ui.notifications.press(STOPPED, "Restart Language Server");
    await languageServerProcess(id);
    await ui.workbench.runCommand("Vault Connections: Push");
    expect((await ui.dialog.read()).detail).toContain("name: “As edited”");
    await ui.dialog.cancel();
    await expect
      .poll(() =>
        ui.workbench.page
          .locator("[id='status.languageStatus']")
          .getAttribute("aria-label")
          .catch(() => ""),
      )
      .not.toContain("stopped");
  });

  it("are pushed once a language server that hangs has been restarted", async () => {
    await ui.workbench.openFile(COMMITTED);
    process.kill(Number(await languageServerProcess()), "SIGSTOP");
    await pressShortcut();
    await ui.workbench.runCommand("Vault Connections: Restart Language Server");
    expect((await ui.dialog.read()).detail).toContain("name: “As edited”");
    await ui.dialog.cancel();
  });
});
