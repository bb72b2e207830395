import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { canary, onDisk, ui, useService, useVsCode } from "./window.js";

const SECRET = canary("canary-setup-2f80");
const TAKEN = "{\n  // Somebody's notes.\n}\n";

/** Names that try to leave the folder, to be an icon, a command or markup, and to reorder the text around them. */
const UPWARDS = "../../../etc/passwd";
const MARKUP = "🧨 $(zap) [Push](command:vaultconn.push) **bold** <b>b</b>";
const REORDERED = "pay\u202Elatot\u2066\nsecond line";

/** The same as they are shown: without invisible characters and line breaks, and with nothing that makes a link. */
const MARKUP_SHOWN = "🧨 $(zap) [Push] (command:vaultconn.push) **bold** <b>b</b>";
const REORDERED_SHOWN = "pay latot second line";

/** One story: the files that a test makes and the connections it remembers are there in the next. */
describe("setup files", () => {
  const service = useService("Acme");
  useVsCode(() => ({
    environment: service.environment(),
    workspace: {
      "slack-release-notes.vaultconn.json": TAKEN,
      "twilio.vaultconn.json": JSON.stringify({ id: service.id(9), name: "Twilio" }),
    },
  }));
  beforeAll(() => {
    [UPWARDS, MARKUP, REORDERED].forEach((name, index) =>
      service().connections.change(service.id(index + 4), { name }),
    );
  });

  /** Waits until the rows know of a connection's file: VS Code draws them again then, and what is called on a row in the meantime comes without it. */
  const waitForFileOf = (label: string): Promise<void> => ui.tree.waitForAction(label, "Open Setup File");

  it("shows deceptive names as plain text", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForRow(MARKUP_SHOWN);
    await waitForFileOf("Twilio on-call alerts");
    const names = expect.arrayContaining([UPWARDS, MARKUP_SHOWN, REORDERED_SHOWN]) as string[];
    expect((await ui.tree.rows()).map(({ label }) => label)).toEqual(names);
    expect(await ui.tree.waitForTooltip(MARKUP_SHOWN, service.id(5))).toContain(MARKUP_SHOWN);
    expect(await ui.workbench.page.locator(".monaco-hover a, .monaco-hover b").count()).toBe(0);

    await ui.workbench.runCommand("Vault Connections: Create Setup File…");
    await ui.quickInput.waitForStep("Create a setup file for which connection?");
    await expect.poll(async () => (await ui.quickInput.rows()).map(({ label }) => label)).toEqual(names);
    await ui.quickInput.cancel();
  });

  it("are created in the workspace, with the cursor in the first value", async () => {
    await ui.tree.inlineAction(UPWARDS, "Create Setup File…");
    await ui.quickInput.waitForStep("authenticate?");
    await ui.quickInput.type("base_url");
    await ui.quickInput.pick("API key with base URL");
    await ui.editor.waitForTab("etc-passwd.vaultconn.json");
    // The tab is there before its text and the cursor in it.
    await expect.poll(() => ui.editor.position()).not.toMatch(/^(Ln 1, Col 1)?$/);
    await ui.editor.applyQuickFix("Store a value for ${secret:ACME_ETC_PASSWD_API_KEY}");
    await ui.quickInput.answer("The value.", SECRET);
    await ui.notifications.waitFor("The secret is stored.");
    await waitForFileOf(UPWARDS);
    const text = await onDisk("etc-passwd.vaultconn.json");
    expect(text).toContain(`"id": "${service.id(4)}",\n  "tenant": "${service.host()}",\n`);
    expect(text).toMatch(/"type": "API_KEY",\s+"api_key": "\$\{secret:ACME_ETC_PASSWD_API_KEY\}",\s+"base_url": ""/);
  });

  it("never replace another file", async () => {
    await ui.tree.chooseFromMenu("Slack release notes", "Create Setup File…");
    await ui.quickInput.waitForStep("authenticate?");
    await ui.quickInput.type("WEBHOOK");
    await ui.quickInput.pick("Webhook");
    await ui.editor.waitForTab("slack-release-notes-2.vaultconn.json");
    expect(await onDisk("slack-release-notes.vaultconn.json")).toBe(TAKEN);
    expect(await onDisk("slack-release-notes-2.vaultconn.json")).toContain(service.id(2));
    await waitForFileOf("Slack release notes");
    await expect.poll(() => ui.tree.menuEntries("Slack release notes")).not.toContain("Create Setup File…");
  });

  it("aren't created if the choice of variant is canceled", async () => {
    const before = await readdir(ui.session.workspace);
    await ui.tree.chooseFromMenu("Billing webhook", "Create Setup File…");
    await ui.quickInput.leave("authenticate?");
    // What the first would have created is there before the second asks.
    await ui.tree.chooseFromMenu("Billing webhook", "Create Setup File…");
    await ui.quickInput.waitForStep("authenticate?");
    expect(await readdir(ui.session.workspace)).toEqual(before);
    await ui.quickInput.cancel();
  });

  it("are placed where the user says, and pushed from there", async () => {
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("File: New Untitled Text File");
    await ui.editor.waitForTab("Untitled-1");
    await ui.editor.waitForFocus();
    await ui.workbench.runCommand("Change Language Mode");
    await ui.quickInput.waitForStep("Select Language Mode");
    await ui.quickInput.type("Vault Connection");
    await ui.quickInput.pick("Vault Connection");
    const text = JSON.stringify({ id: service.id(9), tenant: service.host(), name: "From nowhere" });
    await ui.editor.replaceAll(text);
    await ui.workbench.runCommand("Vault Connections: Push");
    await ui.quickInput.enterPath(join(ui.session.workspace, "from-nowhere.vaultconn.json"));
    expect((await ui.dialog.read()).detail).toContain("name: “From nowhere”");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “From nowhere” is ready.");
    expect(await onDisk("from-nowhere.vaultconn.json")).toBe(text);
  });
});
