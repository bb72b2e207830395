import { describe, expect, it } from "vitest";
import { until } from "../drive/until.js";
import { dialog, editor, notifications, quickInput, tree, useVsCode, workbench } from "./window.js";

/** The button that leads from the first sample file to the next. */
const DRIFT = "See What Happens If Someone Else Changes It";
const SAMPLE = "Sample · stays on this computer";

/** One story in a window without a tenant: from an empty view to a pushed sample, and back. */
describe("Try a Sample", () => {
  useVsCode(() => ({ workspace: {}, settings: { "workbench.editor.useModal": "off" } }));

  it("pushes a sample in at most 5 actions", async () => {
    await workbench.openViewContainer("Vault Connections");
    await tree.waitForWelcome("No tenant yet.");
    let actions = 1; // The icon of the view.
    const act = async (action: Promise<void>): Promise<void> => {
      actions += 1;
      await action;
    };
    await act(tree.pressWelcome("Try a Sample"));
    await editor.waitForTab("fix-and-push.vaultconn.json");
    await tree.waitForRow("Alerts channel");
    await expect.poll(() => editor.squiggles()).toMatchObject({ error: 1 });
    // The cursor stands at the mistake.
    await act(editor.press("Shift+Alt+Period"));
    await expect.poll(() => editor.squiggles()).toMatchObject({ error: 0 });
    // The second click of a double click asks for nothing.
    await act(editor.clickCodeLens(`Push to ${SAMPLE} · Billing`, 2));
    expect((await dialog.read()).message).toContain(SAMPLE);
    expect(await notifications.all()).toHaveLength(1);
    await act(dialog.press("Push"));
    const pushed = await notifications.waitFor("Pushed. “Billing EU” is ready.");
    expect(await notifications.buttons(pushed.message)).toContain(DRIFT);
    expect(actions).toBeLessThanOrEqual(5);
    await tree.waitForRow("Billing EU");
    await workbench.waitForStatus(`${SAMPLE} · Billing EU · in sync`);
    await workbench.runCommand("Vault Connections: Copy to Another Tenant…");
    await notifications.waitFor("Files of the sample can't be copied to other tenants.");
    await notifications.press(pushed.message, DRIFT);
    await editor.waitForTab("changed-on-the-service.vaultconn.json");
  });

  it("demonstrates drift and a lost response", async () => {
    await notifications.dismissAll();
    await editor.clickCodeLens(`Push to ${SAMPLE} · Salesforce`);
    expect((await dialog.read()).buttons).toContain("Push Anyway");
    await dialog.cancel();

    await tree.click("Mail sender");
    await editor.waitForTab("answer-lost.vaultconn.json");
    await editor.clickCodeLens(`Push to ${SAMPLE} · Mail sender`);
    await dialog.press("Push");
    await notifications.waitFor("The response was lost. The push was applied: “Mail sender” has the new name “");
    await tree.waitForRow("Mail sender EU");
    await notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Compare with Service");
    await editor.waitForComparison({ service: "The setup that's sent is shown as new.", file: "TOKEN" });
    await editor.titleAction("Push");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. “Mail sender EU” is ready.");
    const pushed = await editor.waitForComparison({ service: "This was pushed.", file: "This was pushed." });
    expect(pushed.service).toBe(pushed.file);
  });

  it("shows a number at the view's icon until nothing needs attention", async () => {
    const icon = async () => (await workbench.viewContainers()).find((label) => label.startsWith("Vault Connections"));
    await expect.poll(icon).toMatch(/Connections changed on the service: 1$/);
    await tree.click("Salesforce");
    await editor.waitForTab("changed-on-the-service.vaultconn.json");
    await notifications.dismissAll();
    await editor.clickCodeLens(`Push to ${SAMPLE} · Salesforce`);
    await dialog.press("Push Anyway");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. “Salesforce” is ready.");
    await expect.poll(icon).toBe("Vault Connections");
  });

  it("leaves nothing behind once it's removed", async () => {
    await workbench.runCommand("Vault Connections: Compare with Service");
    await editor.waitForComparison({ service: "SALESFORCE", file: "SALESFORCE" });
    await tree.waitForRows(([first]) => first?.label === "Sample", "Home");
    await tree.inlineAction("Sample", "Remove Sample");
    await tree.waitForWelcome("No tenant yet.");
    await expect.poll(() => editor.activeTab()).toBeUndefined();
  });

  it("offers a setup file in New File", async () => {
    await workbench.runCommand("Create: New File...");
    await quickInput.pick("Vault Connections Setup File");
    await quickInput.choose("Which kind of setup?", "Bearer token");
    const text = await editor.waitForText('"BEARER"');
    expect(text).not.toMatch(/"(?:id|tenant)"/);
    await editor.waitForLenses(/Push…/);
  });

  it("pushes a sample again with keys alone", async () => {
    await notifications.dismissAll();
    const { page } = workbench;
    await workbench.runCommand("View: Show Vault Connections");
    await until("the focus on the button", async () => {
      await page.keyboard.press("Tab");
      return (await page.evaluate("document.activeElement?.textContent?.trim()")) === "Try a Sample";
    });
    await page.keyboard.press("Enter");
    await editor.waitForTab("fix-and-push.vaultconn.json");
    await expect.poll(() => editor.squiggles()).toMatchObject({ error: 1 });
    await editor.applyQuickFix('Change to "username"');
    // The menu closes before the text changes.
    await editor.waitForText('"username"');
    await editor.press("Control+Alt+Enter");
    expect(await dialog.read()).toMatchObject({ message: expect.stringContaining(SAMPLE) as string, primary: "Push" });
    await dialog.accept();
    await notifications.waitFor("Pushed. “Billing EU” is ready.");
    await tree.inlineAction("Sample", "Remove Sample");
    await tree.waitForWelcome("No tenant yet.");
    await workbench.pushes.openSection();
    await expect.poll(() => workbench.pushes.rows()).toEqual([]);
    await notifications.dismissAll();
  });
});
