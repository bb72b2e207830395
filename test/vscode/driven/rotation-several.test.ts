import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { until, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const [OLD_A, OLD_B, NEW_A, NEW_B] = ["a-1-71ce", "b-1-02fd", "a-2-9d44", "b-2-e6a8"].map((name) =>
  canary(`canary-several-${name}`),
);
const [OLD_FILE, NEW_FILE] = ["canary-several-file-1-3f10", "canary-several-file-2-b7c5"].map(canary);
const FILE_NAMES = ["a-0", "a-1", "b-0", "f-0"].map((name) => `${name}.vaultconn.json`);

/** One story: the second test begins with what the first has pushed. */
describe("several secrets that get new values", () => {
  const acme = useService("Acme");
  const session = useVsCode(() => {
    const references = ["${secret:KEY_A}", "${secret:KEY_A}", "${secret:KEY_B}", "${file:key.txt}"];
    const files = references.map((token, index) => {
      const id = acme().connections.idAt(index);
      acme().connections.change(id, { name: `Rotated ${index}`, ready: true });
      return [FILE_NAMES[index], `${JSON.stringify({ id, setup: { type: "BEARER", token } }, undefined, 2)}\n`];
    });
    return {
      environment: acme.environment(),
      workspace: { "key.txt": OLD_FILE, ...Object.fromEntries(files) } as Record<string, string>,
    };
  });
  const sent = (): (string | undefined)[] =>
    acme()
      .requests.all({ method: "PATCH", applied: true })
      .map(({ body }) => (JSON.parse(body.toString()) as { setup: { token?: string } }).setup.token);

  async function store(name: string, value = ""): Promise<void> {
    const { workbench } = session();
    await workbench.runCommand("Vault Connections: Store Secret…");
    await workbench.quickInput.waitForStep("The name it has in setup files");
    await workbench.quickInput.submit(name);
    await workbench.quickInput.waitForStep("Its value.");
    await workbench.quickInput.submit(value);
    await workbench.notifications.waitFor("Stored.");
    await workbench.notifications.dismissAll();
  }

  /** The files that the Explorer marks as to be pushed. @throws {Error} as long as it does not show all of them */
  async function marked(): Promise<readonly string[]> {
    // The badge is drawn by a style alone.
    const rows = await session().workbench.page.evaluate<{ name: string; isMarked: boolean }[]>(
      `[...document.querySelectorAll(".explorer-folders-view .monaco-list-row")].map((row) => ({
        name: row.textContent.trim(),
        isMarked: [...row.querySelectorAll("*")].some((part) => getComputedStyle(part, "::after").content.includes("↑")),
      }))`,
    );
    if (!FILE_NAMES.every((file) => rows.some(({ name }) => name === file))) throw new Error("Some rows are missing.");
    return rows.filter(({ isMarked }) => isMarked).map(({ name }) => name);
  }

  it("go with one review from the list of secrets, at any time", async () => {
    const { workbench } = session();
    const { quickInput, notifications, dialog } = workbench;
    await store("KEY_A", OLD_A);
    await store("KEY_B", OLD_B);
    await workbench.runCommand("Vault Connections: Push Changed Files…");
    await quickInput.waitForStep("Push changed files");
    await workbench.page.locator(".quick-input-widget [aria-label='Toggle all checkboxes']").first().click();
    await quickInput.accept();
    await dialog.press("Push");
    await notifications.waitFor("4 files pushed.");
    await notifications.dismissAll();
    await workbench.openViewContainer("Explorer");
    await untilValue("no marks in the Explorer", marked, (files) => files.length === 0);

    await workbench.runCommand("Vault Connections: Show Stored Secrets");
    await quickInput.pick("Replace several…");
    await quickInput.waitForStep("Choose which to replace");
    await workbench.page.locator(".quick-input-widget [aria-label='Toggle all checkboxes']").first().click();
    await quickInput.accept();
    await quickInput.waitForStep("The new value of KEY_A.");
    await quickInput.submit(NEW_A ?? "");
    await quickInput.waitForStep("The new value of KEY_B.");
    await quickInput.submit(NEW_B ?? "");
    const told = await notifications.waitFor(/are replaced\. 3 files use them; the service has the old values/);
    expect(told.message).toContain("KEY_A");
    expect(told.message).toContain("KEY_B");
    await untilValue("the marks in the Explorer", marked, (files) => files.join() === FILE_NAMES.slice(0, 3).join());
    await workbench.screenshot("rotation-several");
    await notifications.dismissAll();

    const before = sent().length;
    await workbench.runCommand("Vault Connections: Push Changed Files…");
    await quickInput.waitForStep("Push changed files");
    const rows = await quickInput.rows();
    expect(rows.map(({ label }) => label)).toEqual(FILE_NAMES.slice(0, 3));
    await quickInput.cancel();
    await workbench.runCommand("Vault Connections: Show Stored Secrets");
    await quickInput.pick("Push what has old values…");
    expect((await dialog.read()).message).toBe("Push 3 files to Acme?");
    await dialog.press("Push");
    await until("three updates", () => sent().length === before + 3);
    expect(sent().slice(before).sort()).toEqual([NEW_A, NEW_A, NEW_B].sort());
    await untilValue("no marks in the Explorer", marked, (files) => files.length === 0);
  });

  it("stand in a file, whose new text is noticed too", async () => {
    const { workbench, workspace } = session();
    await workbench.notifications.dismissAll();
    await writeFile(join(workspace, "key.txt"), NEW_FILE ?? "");
    await workbench.notifications.press(/key\.txt.* is replaced\. 1 file uses it/, "Push 1 File…");
    await workbench.dialog.press("Push");
    await until("the update", () => sent().at(-1) === NEW_FILE);
  });
});
