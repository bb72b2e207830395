import { describe, expect, it } from "vitest";
import { until } from "../drive/until.js";
import { ui, useVsCode } from "./window.js";

/** The button that leads from the first sample file to the next. */
const DRIFT = "See What Happens If Someone Else Changes It";
const SAMPLE = "Sample · stays on this computer";

/** One story in a window without a tenant: from an empty view to a pushed sample, and back. */
describe("Try a Sample", () => {
  useVsCode(() => ({ workspace: {}, settings: { "workbench.editor.useModal": "off" } }));

  it("pushes a sample in at most 5 actions", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForWelcome("No tenant yet.");
    let actions = 1; // The icon of the view.
    const act = async (action: Promise<void>): Promise<void> => {
      actions += 1;
      await action;
    };
    await act(ui.tree.pressWelcome("Try a Sample"));
    await ui.editor.waitForTab("fix-and-push.vaultconn.json");
    await ui.tree.waitForRow("Alerts channel");
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 1 });
    // The cursor stands at the mistake.
    await act(ui.editor.press("Shift+Alt+Period"));
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 0 });
    // The second click of a double click asks for nothing.
    await act(ui.editor.clickCodeLens(`Push to ${SAMPLE} · Billing`, 2));
    expect((await ui.dialog.read()).message).toContain(SAMPLE);
    expect(await ui.notifications.all()).toHaveLength(1);
    await act(ui.dialog.press("Push"));
    const pushed = await ui.notifications.waitFor("Pushed. “Billing EU” is ready.");
    expect(await ui.notifications.buttons(pushed.message)).toContain(DRIFT);
    expect(actions).toBeLessThanOrEqual(5);
    await ui.tree.waitForRow("Billing EU");
    await ui.workbench.waitForStatus(`${SAMPLE} · Billing EU · in sync`);
    await ui.workbench.runCommand("Vault Connections: Copy to Another Tenant…");
    await ui.notifications.waitFor("Files of the sample can't be copied to other tenants.");
    await ui.notifications.press(pushed.message, DRIFT);
    await ui.editor.waitForTab("changed-on-the-service.vaultconn.json");
  });

  it("demonstrates drift and a lost response", async () => {
    await ui.notifications.dismissAll();
    await ui.editor.clickCodeLens(`Push to ${SAMPLE} · Salesforce`);
    expect((await ui.dialog.read()).buttons).toContain("Push Anyway");
    await ui.dialog.cancel();

    await ui.tree.click("Mail sender");
    await ui.editor.waitForTab("answer-lost.vaultconn.json");
    await ui.editor.clickCodeLens(`Push to ${SAMPLE} · Mail sender`);
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("The response was lost. The push was applied: “Mail sender” has the new name “");
    await ui.tree.waitForRow("Mail sender EU");
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("Vault Connections: Compare with Service");
    await ui.editor.waitForComparison({ service: "The setup that's sent is shown as new.", file: "TOKEN" });
    await ui.editor.titleAction("Push");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Mail sender EU” is ready.");
    const pushed = await ui.editor.waitForComparison({ service: "This was pushed.", file: "This was pushed." });
    expect(pushed.service).toBe(pushed.file);
  });

  it("shows a number at the view's icon until nothing needs attention", async () => {
    const icon = async () =>
      (await ui.workbench.viewContainers()).find((label) => label.startsWith("Vault Connections"));
    await expect.poll(icon).toMatch(/Connections changed on the service: 1$/);
    await ui.tree.click("Salesforce");
    await ui.editor.waitForTab("changed-on-the-service.vaultconn.json");
    await ui.notifications.dismissAll();
    await ui.editor.clickCodeLens(`Push to ${SAMPLE} · Salesforce`);
    await ui.dialog.press("Push Anyway");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Salesforce” is ready.");
    await expect.poll(icon).toBe("Vault Connections");
  });

  it("leaves nothing behind once it's removed", async () => {
    await ui.workbench.runCommand("Vault Connections: Compare with Service");
    await ui.editor.waitForComparison({ service: "SALESFORCE", file: "SALESFORCE" });
    await ui.tree.waitForRows(([first]) => first?.label === "Sample", "Home");
    await ui.tree.inlineAction("Sample", "Remove Sample");
    await ui.tree.waitForWelcome("No tenant yet.");
    await expect.poll(() => ui.editor.activeTab()).toBeUndefined();
  });

  it("offers a setup file in New File", async () => {
    await ui.workbench.runCommand("Create: New File...");
    await ui.quickInput.pick("Vault Connections Setup File");
    await ui.quickInput.choose("Which kind of setup?", "Bearer token");
    const text = await ui.editor.waitForText('"BEARER"');
    expect(text).not.toMatch(/"(?:id|tenant)"/);
    await ui.editor.waitForLenses(/Push…/);
  });

  it("pushes a sample again with keys alone", async () => {
    await ui.notifications.dismissAll();
    const { page } = ui.workbench;
    await ui.workbench.runCommand("View: Show Vault Connections");
    await until("the focus on the button", async () => {
      await page.keyboard.press("Tab");
      return (await page.evaluate("document.activeElement?.textContent?.trim()")) === "Try a Sample";
    });
    await page.keyboard.press("Enter");
    await ui.editor.waitForTab("fix-and-push.vaultconn.json");
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 1 });
    await ui.editor.applyQuickFix('Change to "username"');
    // The menu closes before the text changes.
    await ui.editor.waitForText('"username"');
    await ui.editor.press("Control+Alt+Enter");
    expect(await ui.dialog.read()).toMatchObject({
      message: expect.stringContaining(SAMPLE) as string,
      primary: "Push",
    });
    await ui.dialog.accept();
    await ui.notifications.waitFor("Pushed. “Billing EU” is ready.");
    await ui.tree.inlineAction("Sample", "Remove Sample");
    await ui.tree.waitForWelcome("No tenant yet.");
    await ui.workbench.pushes.openSection();
    await expect.poll(() => ui.workbench.pushes.rows()).toEqual([]);
    await ui.notifications.dismissAll();
  });
});
