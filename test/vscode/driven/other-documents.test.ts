import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  dialog,
  editor,
  languageServerProcess,
  notifications,
  onDisk,
  session,
  useService,
  useVsCode,
  workbench,
} from "./window.js";

const [COMMITTED, DELETED] = ["committed.vaultconn.json", "deleted.vaultconn.json"];
const EARLIER = "This is an earlier version. Open the file to push it.";
const STOPPED = "The language server has stopped, so files can't be checked.";

/** One story in an editor that has other documents, settings for other tools, and a language server that ends. */
describe("setup files among other documents", () => {
  const service = useService("Acme");
  useVsCode(() => ({
    environment: service.environment(),
    // As many projects have it, for files with comments.
    settings: { "git.enabled": true, "files.associations": { "*.json": "jsonc" } },
    workspace: {
      [COMMITTED]: service.file(0, { name: "As committed", nmae: "A" }),
      [DELETED]: service.file(1, { name: "Once deleted" }),
    },
  }));

  const pressShortcut = () => workbench.page.keyboard.press("ControlOrMeta+Alt+Enter");

  it("are known by name if settings or a person give them another language", async () => {
    await workbench.openFile(COMMITTED);
    await workbench.waitForStatus("JSON with Comments");
    await editor.waitForLenses(/Push to Acme/);
    await expect.poll(() => editor.squiggles()).toMatchObject({ error: 1 });
    await workbench.runCommand("Change Language Mode");
    await workbench.quickInput.waitForStep("Select Language Mode");
    await workbench.quickInput.type("Plain Text");
    await workbench.quickInput.pick("Plain Text");
    await workbench.waitForStatus("Plain Text");
    await editor.waitForLenses(/Push to Acme/);
    await editor.replaceAll(service.file(0, { name: "As committed" }));
    await editor.save();
    await expect.poll(() => editor.squiggles()).toMatchObject({ error: 0 });
    await pressShortcut();
    expect((await dialog.read()).detail).toContain("name: “As committed”");
    await dialog.cancel();
  });

  it("aren't pushed from Git's version, in a comparison or alone", async () => {
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: session.workspace });
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "Setups");
    await writeFile(join(session.workspace, COMMITTED), service.file(0, { name: "As edited" }));
    await workbench.openFile(COMMITTED);
    await editor.waitForText("As edited");
    const left = workbench.page.locator(".monaco-diff-editor .editor.original .view-lines").first();
    // One comparison of all changes, and one of this file.
    await workbench.runCommand("Git: Open Changes");
    await left.click();
    await workbench.runCommand("Vault Connections: Push");
    await notifications.waitFor(EARLIER);
    await notifications.dismissAll();
    await workbench.runCommand("View: Close Editor");
    await workbench.openViewContainer("Source Control");
    await workbench.page.locator(".scm-view .monaco-list-row", { hasText: COMMITTED }).first().click();
    await left.click();
    await pressShortcut();
    await notifications.waitFor(EARLIER);
    await notifications.dismissAll();
    await workbench.openFile(COMMITTED);
    await workbench.runCommand("Git: Open File (HEAD)");
    await editor.waitForText("As committed");
    await workbench.runCommand("Vault Connections: Push");
    await notifications.waitFor(EARLIER);
    expect(service.bodies()).toEqual([]);
    expect(await editor.lenses()).not.toContain("Push to");
    await notifications.press(EARLIER, "Open File");
    await editor.waitForText("As edited");
    await editor.focus();
    await pressShortcut();
    expect((await dialog.read()).detail).toContain("name: “As edited”");
    await dialog.cancel();
  });

  it("that were deleted are pushed only after they're saved again", async () => {
    await workbench.openFile(DELETED);
    await rm(join(session.workspace, DELETED));
    await pressShortcut();
    const refused = `${DELETED} was deleted, so nothing was sent.`;
    await notifications.waitFor(refused);
    expect(service.bodies()).toEqual([]);
    await notifications.press(refused, "Save and Push…");
    expect((await dialog.read()).detail).toContain("name: “Once deleted”");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. “Once deleted”");
    expect(await onDisk(DELETED)).toContain("Once deleted");
  });

  it("can't be checked after the language server has stopped, and can be after a restart", async () => {
    const isShown = (state: string) =>
      workbench.page.locator(`[id='status.languageStatus'][aria-label*="Language server: ${state}"]`).waitFor();
    await workbench.openFile(COMMITTED);
    let id = "";
    for (let crash = 0; crash < 5; crash++) {
      id = await languageServerProcess(id);
      process.kill(Number(id), "SIGKILL");
    }
    await notifications.waitFor(STOPPED);
    await notifications.dismissAll();
    await pressShortcut();
    await notifications.waitFor(`${STOPPED} Nothing was sent.`);
    await isShown("stopped");
    await notifications.press(STOPPED, "Restart Language Server");
    await languageServerProcess(id);
    await workbench.runCommand("Vault Connections: Push");
    expect((await dialog.read()).detail).toContain("name: “As edited”");
    await dialog.cancel();
    await expect
      .poll(() =>
        workbench.page
          .locator("[id='status.languageStatus']")
          .getAttribute("aria-label")
          .catch(() => ""),
      )
      .not.toContain("stopped");
  });
});
