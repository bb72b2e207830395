import { describe, expect, it } from "vitest";

import { Keyboard } from "../drive/keyboard.js";
import { type Session } from "../drive/session.js";
import { untilValue } from "../drive/until.js";
import { useTenants } from "./use-tenants.js";

const SAMPLE = "Sample · stays on this computer";

/** Tests of the sample, as one story in a window without a tenant: from an empty view to a pushed sample, and back. */
export function trySample(session: () => Session): void {
  const { tree } = useTenants(session);
  const welcome = (words: string): Promise<string> => tree().waitForWelcome(words);

  describe("somebody without a service", () => {
    it("comes to a pushed sample in at most 8 actions", async () => {
      const { workbench } = session();
      await workbench.openViewContainer("Vault Connections");
      await welcome("No tenant yet.");
      let actions = 1; // The icon of the view.
      const act = async (action: Promise<void>): Promise<void> => {
        actions += 1;
        await action;
      };
      await act(tree().pressWelcome("Try a Sample"));
      await workbench.editor.waitForTab("fix-and-push.vaultconn.json");
      await tree().waitForRow("Alerts channel");
      await workbench.editor.waitForMarks({ error: 1 });
      // The cursor stands at the mistake: one key for the fixes, another for the first of them.
      actions += 1;
      await act(workbench.assistance.applyQuickFix('Change to "username"'));
      await act(workbench.editor.clickCodeLens(`Push to ${SAMPLE} · Billing`));
      expect((await workbench.dialog.read()).message).toContain(SAMPLE);
      await act(workbench.dialog.press("Push"));
      await workbench.notifications.waitFor("Pushed. Billing EU is ready.");
      expect(actions).toBeLessThanOrEqual(8);
      await tree().waitForRow("Billing EU");
      const [status] = await untilValue(
        "the status of the file",
        async () => (await workbench.statusItems()).filter(({ text }) => text.includes("Billing EU")),
        ([item]) => item?.text.includes("in sync") === true,
      );
      expect(status?.text).toContain(SAMPLE);
      await workbench.runCommand("Vault Connections: Copy to Another Tenant…");
      await workbench.notifications.waitFor("Files of the sample can't be copied to other tenants.");
    });

    it("sees by the sample how somebody else's change and a lost answer are told", async () => {
      const { dialog, editor, notifications } = session().workbench;
      await notifications.dismissAll();
      await untilValue(
        "the end of the list",
        async () => (await tree().scrollToEnd(), await tree().rows()),
        (rows) => rows.some(({ label }) => label === "Salesforce"),
      );
      await tree().click("Salesforce");
      await editor.waitForTab("changed-on-the-service.vaultconn.json");
      await editor.clickCodeLens(`Push to ${SAMPLE} · Salesforce`);
      expect((await dialog.read()).buttons).toContain("Push Anyway");
      await dialog.cancel();

      await tree().click("Mail sender");
      await editor.waitForTab("answer-lost.vaultconn.json");
      await editor.clickCodeLens(`Push to ${SAMPLE} · Mail sender`);
      await dialog.press("Push");
      await notifications.waitFor("The response was lost. The push was applied: Mail sender has the new name.");
      await tree().waitForRow("Mail sender EU");
    });

    it("sees at the view's icon what needs an action, until it is done", async () => {
      const { dialog, editor, notifications } = session().workbench;
      const icon = (words: string | undefined): Promise<string> =>
        untilValue(
          `the number at the icon: ${words ?? "none"}`,
          async () =>
            (await session().workbench.viewContainers()).find((label) => label.startsWith("Vault Connections")) ?? "",
          (label) => (words === undefined ? label === "Vault Connections" : label.endsWith(words)),
        );
      await icon("Connections changed on the service: 1");
      await tree().click("Salesforce");
      await editor.waitForTab("changed-on-the-service.vaultconn.json");
      await notifications.dismissAll();
      await editor.clickCodeLens(`Push to ${SAMPLE} · Salesforce`);
      await dialog.press("Push Anyway");
      await dialog.press("Push");
      await notifications.waitFor("Pushed. Salesforce is ready.");
      await icon(undefined);
    });

    it("finds nothing of the sample left once it is removed", async () => {
      const { workbench } = session();
      await untilValue(
        "the start of the list",
        async () => (await tree().scrollToStart(), await tree().rows()),
        ([first]) => first?.label === "Sample",
      );
      await tree().inlineAction("Sample", "Remove Sample");
      await welcome("No tenant yet.");
      await untilValue(
        "no tab of the sample",
        () => workbench.editor.activeTab(),
        (tab) => tab === undefined,
      );
      await workbench.runCommand("Vault Connections: Show Pushes as Text");
      const history = await untilValue(
        "the history",
        () => workbench.editor.text(),
        (text) => text !== "",
      );
      expect(history).not.toMatch(/sample|Billing EU/i);
    });

    it("finds a setup file among the kinds of new files", async () => {
      const { workbench } = session();
      await workbench.runCommand("Create: New File...");
      await workbench.quickInput.pick("Vault Connections Setup File");
      await workbench.quickInput.waitForStep("Which kind of setup?");
      await workbench.quickInput.pick("Bearer token");
      const text = await workbench.editor.waitForText('"BEARER"');
      expect(text).not.toMatch(/"(?:id|tenant)"/);
      await untilValue(
        "what it is called and what can be done with it",
        () => workbench.editor.codeLenses(),
        (lenses) => lenses.includes("Push…"),
      );
    });

    it("comes to a pushed sample again by keys alone", async () => {
      const { workbench } = session();
      const { notifications, editor, assistance, dialog } = workbench;
      await notifications.dismissAll();
      const keys = new Keyboard(workbench);
      await keys.openConnections();
      await keys.pressButton("Try a Sample");
      await editor.waitForTab("fix-and-push.vaultconn.json");
      await editor.waitForMarks({ error: 1 });
      await assistance.applyQuickFix('Change to "username"');
      await keys.run("Vault Connections: Push");
      expect(await dialog.read()).toMatchObject({
        message: expect.stringContaining(SAMPLE) as string,
        primary: "Push",
      });
      await keys.pressButton("Push");
      await notifications.waitFor("Pushed. Billing EU is ready.");
      await tree().inlineAction("Sample", "Remove Sample");
      await welcome("No tenant yet.");
      await notifications.dismissAll();
    });
  });
}
