import { describe, expect, it } from "vitest";
import { readText } from "../drive/dom.js";
import { until, untilDone } from "../drive/until.js";
import type { Workbench } from "../drive/workbench.js";
import { dialog, editor, notifications, quickInput, tree, useVsCode, workbench } from "./window.js";

/** So many reads in a row find the command chosen that is then run. */
const READS_AT_REST = 4;

/** What someone does who has no mouse: nothing here clicks, or moves the focus by other means than keys. */
class Keyboard {
  public constructor(private readonly workbench: Workbench) {}

  private press(key: string): Promise<void> {
    return this.workbench.page.keyboard.press(key);
  }

  /** Runs a command from the palette. @param title as the palette shows it */
  public async run(title: string): Promise<void> {
    const { page, quickInput } = this.workbench;
    const row = page.locator(
      ".quick-input-widget .monaco-list-row.focused .quick-input-list-row:first-child .label-name",
    );
    // The palette closes when something else takes the focus, and lacks commands while VS Code starts.
    await untilDone(`the command "${title}"`, async (patience) => {
      await this.press("F1");
      try {
        await quickInput.type(`>${title}`, patience);
        let count = 0;
        // Commands that were used before come first, and the list is made again a moment after the text.
        await until(
          "it to be chosen, and to stay so",
          async () => {
            count = (await readText(row)) === title ? count + 1 : 0;
            if (count === 0) await this.press("ArrowDown");
            return count >= READS_AT_REST;
          },
          patience,
        );
      } catch (error) {
        await quickInput.cancel();
        throw error;
      }
      await this.press("Enter");
    });
  }

  /** Goes from one thing to the next with Tab until a button has the focus, and presses it. */
  public async pressButton(label: string): Promise<void> {
    const { page } = this.workbench;
    const focused = (): Promise<string> => page.evaluate("document.activeElement?.textContent?.trim() ?? ''");
    await until(`the focus on "${label}"`, async () => {
      if ((await focused()) === label) return true;
      await this.press("Tab");
      return (await focused()) === label;
    });
    await this.press("Enter");
  }
}

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
    await editor.waitForMarks({ error: 1 });
    // The cursor stands at the mistake.
    await act(editor.press("Shift+Alt+Period"));
    await editor.waitForMarks({ error: 0 });
    await act(editor.clickCodeLens(`Push to ${SAMPLE} · Billing`));
    expect((await dialog.read()).message).toContain(SAMPLE);
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
    const keys = new Keyboard(workbench);
    await keys.run("View: Show Vault Connections");
    await keys.pressButton("Try a Sample");
    await editor.waitForTab("fix-and-push.vaultconn.json");
    await editor.waitForMarks({ error: 1 });
    await workbench.assistance.applyQuickFix('Change to "username"');
    await keys.run("Vault Connections: Push");
    expect(await dialog.read()).toMatchObject({
      message: expect.stringContaining(SAMPLE) as string,
      primary: "Push",
    });
    await keys.pressButton("Push");
    await notifications.waitFor("Pushed. “Billing EU” is ready.");
    await tree.inlineAction("Sample", "Remove Sample");
    await tree.waitForWelcome("No tenant yet.");
    await workbench.pushes.openSection();
    await expect.poll(() => workbench.pushes.rows()).toEqual([]);
    await notifications.dismissAll();
  });
});
