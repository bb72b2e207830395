import { beforeEach, describe, expect, it } from "vitest";

import type { Fault } from "../../service/faults.js";
import { chooseFromMenu } from "../drive/menu.js";
import { untilDone } from "../drive/until.js";
import { canary, onDisk, ui, useService, useVsCode } from "./window.js";

const SECRET = canary("canary-failure-a61d");
const FILE = "stripe.vaultconn.json";
const EMPTY = JSON.stringify({});
const CHECK = "Vault Connections: Check Push";
const NOT_KNOWN = "outcome of the last push unknown";

/**
 * What a window shows of pushes that fail or whose answer is lost: one story, in which a push that is certain ends what
 * is looked for after the one before. Every outcome and its message are compared in `test/http/push`.
 */
describe("a push that fails", () => {
  const service = useService("Acme");
  useVsCode(() => ({
    environment: service.environment(),
    workspace: {
      [FILE]: fileText(5),
    },
  }));
  beforeEach(async () => {
    service().faults.clear();
    service().requests.clear();
    await ui.notifications.dismissAll();
  });

  const fileText = (index: number): string => service.file(index, { setup: { type: "BEARER", token: SECRET } });
  const applied = (): number => service().requests.all({ method: "PATCH", applied: true }).length;

  /** Answers the review. */
  async function confirm(): Promise<void> {
    expect((await ui.dialog.read()).message).toMatch(/^Push “.+” to Acme\?$/);
    await ui.dialog.press("Push");
  }

  /** Opens the file and pushes it. */
  async function push(): Promise<void> {
    await ui.workbench.push(FILE);
    await confirm();
  }

  /** Opens the sidebar, and waits until its rows are read: faults that are added next meet none of that. */
  async function openSidebar(): Promise<void> {
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForRow("Stripe payouts");
  }

  /** Renames a connection by its row, up to the review. */
  async function rename(label: string, name: string): Promise<void> {
    await openSidebar();
    await ui.tree.chooseFromMenu(label, "Rename…");
    await ui.quickInput.answer(`Rename ${label}`, name);
    expect((await ui.dialog.read()).message).toBe(`Push “${label}” to Acme?`);
  }

  /** Pushes, gets no answer, and cancels the search for the outcome, which is then unknown. */
  async function loseTrackOf(pushing: () => Promise<void>): Promise<void> {
    service().faults.add({ kind: "silence", how: "hang", when: "before" }, { operation: "update" });
    service().faults.add({ kind: "hold", name: "look" }, { operation: "list", skip: 2 });
    await pushing();
    await service().requests.waitFor({ operation: "update" }, 1);
    await ui.notifications.press("Pushing…", "Cancel");
    await service().faults.held("look");
    await ui.notifications.press("Checking whether the push was applied…", "Cancel");
    await ui.notifications.waitFor("Unknown: ");
    service().faults.clear();
    await ui.notifications.dismissAll();
  }

  /** Waits until the status bar and the line above the file in front say how it stands. */
  async function shown(words: string): Promise<void> {
    await ui.workbench.waitForStatus(`Stripe payouts · ${words}`);
    await expect.poll(() => ui.editor.lenses()).toContain(words);
  }

  it("shows the service's words as text, with what helps", async () => {
    const message = "Click [here](command:vaultconn.showLog) now";
    service().faults.add({ kind: "reply", status: 400, body: JSON.stringify({ message }) }, { operation: "update" });
    await ui.workbench.openFile(FILE);
    await ui.editor.press("ControlOrMeta+Home");
    await chooseFromMenu(ui.workbench.page, "Push", () => ui.editor.press("Shift+F10"));
    await confirm();
    const refusal = await ui.notifications.waitFor("Acme rejected the update");
    expect(refusal).toEqual({
      message:
        "Acme rejected the update: Click [here] (command:vaultconn.showLog) now. The response doesn't say which property is wrong.",
      severity: "error",
    });
    expect(await ui.notifications.links(refusal.message)).toBe(0);
    expect(await ui.notifications.buttons(refusal.message)).toEqual(["Show Log"]);
    expect(service.patches()).toHaveLength(1);
    expect(await onDisk(FILE)).toBe(fileText(5));
    expect(await ui.editor.isDirty()).toBe(false);
  });

  it("is listed by day in Pushes, with its actions", async () => {
    await openSidebar();
    await ui.workbench.pushes.openSection();
    const newest = (description: string) =>
      ui.workbench.pushes.waitForRows(
        ([day, push]) => day?.label === "Today" && push?.description.startsWith(`${description} · Acme · `) === true,
      );
    await loseTrackOf(push);
    const [, open] = await newest("outcome unknown");
    expect(open).toMatchObject({ label: "Stripe payouts", icon: "question", level: 2 });
    expect(open?.spoken).toContain("Stripe payouts, outcome unknown, Acme, ");
    expect(await ui.workbench.pushes.menuEntries("Stripe payouts")).toEqual([
      "Check Push",
      "Open Setup File",
      "Compare with Service",
      "Reveal in Sidebar",
      "Copy ID",
    ]);
    service().faults.add({ kind: "hold", name: "later look" }, { operation: "list", skip: 2 });
    await ui.workbench.pushes.inlineAction("Stripe payouts", "Check Push");
    await ui.notifications.waitFor("Not applied yet: “Stripe payouts” is unchanged.");
    await newest("not applied yet");
    await service().faults.held("later look");
    service().faults.release("later look");
    await ui.workbench.runCommand("View: Close All Editors");
    await ui.workbench.pushes.click("Stripe payouts");
    await ui.editor.waitForTab(FILE);
    await ui.workbench.runCommand("Vault Connections: Push");
    await confirm();
    await newest("applied");
    await ui.notifications.waitFor("Pushed. “Stripe payouts” is ready.");
  });

  it("can be canceled while it's sent, and while its outcome is searched", async () => {
    service().faults.add({ kind: "hold", name: "answer", when: "after" }, { operation: "update" });
    service().faults.add({ kind: "hold", name: "look" }, { operation: "list", skip: 2 });
    await push();
    await service().faults.held("answer");
    await ui.notifications.press("Pushing…", "Cancel");
    await service().faults.held("look");
    await ui.notifications.waitFor("You stopped waiting. Checking whether the push was applied…");
    await ui.notifications.press("Checking whether the push was applied…", "Cancel");
    const CANCELLED = "You stopped waiting. Unknown: the check was canceled.";
    await expect.poll(() => ui.notifications.all()).toMatchObject([{ message: CANCELLED }]);
    await shown(NOT_KNOWN);
    service().faults.clear();
    await ui.notifications.press(CANCELLED, "Check Again");
    await ui.notifications.waitFor("The push was probably applied: “Stripe payouts” changed right after it.");
    await shown("push probably applied");
    expect([service.patches().length, applied()]).toEqual([1, 1]);
  });

  it("can be checked later from the file if its outcome is unknown", async () => {
    await ui.workbench.openFile(FILE);
    expect(await ui.workbench.commandsMatching("Vault Connections: Push")).not.toContain(CHECK);
    await loseTrackOf(push);
    await shown(NOT_KNOWN);
    expect(await ui.workbench.commandsMatching(CHECK)).toContain(CHECK);
    service().faults.add({ kind: "hold", name: "later look" }, { operation: "list", skip: 2 });
    await untilDone("the check", async (patience) => {
      await ui.workbench.page.locator(".statusbar-item", { hasText: NOT_KNOWN }).click({ timeout: patience });
      await ui.quickInput.pickFor("", "Check the outcome of the last push", patience);
    });
    await ui.notifications.waitFor("Not applied yet: “Stripe payouts” is unchanged.");
    await shown("not applied yet, checking again");
    await service().faults.held("later look");
    service().faults.release("later look");
    await ui.notifications.waitFor("The push was not applied");
    await shown("push probably applied");
    expect([service.patches().length, applied()]).toEqual([1, 0]);
  });

  it("may be a rename, which can be repeated from Pushes", async () => {
    await openSidebar();
    await ui.workbench.pushes.openSection();
    await loseTrackOf(async () => {
      await rename("Salesforce EU production", "Sheets of ${finance}");
      await ui.dialog.press("Push");
    });
    await ui.workbench.pushes.inlineAction("Salesforce EU production", "Check Push");
    const unchanged = "Not applied yet: “Salesforce EU production” is unchanged.";
    await ui.notifications.waitFor(unchanged);
    await ui.notifications.press(unchanged, "Push Again");
    expect(await ui.dialog.read()).toMatchObject({ message: "Push “Salesforce EU production” to Acme?" });
    await ui.dialog.press("Push");
    await ui.notifications.waitFor(/^Pushed\. “Sheets of \$\{finance\}” is/);
    expect(service.bodies()).toEqual(Array(2).fill('{"name":"Sheets of ${finance}"}'));
  });

  it("shows in the sidebar that the token is rejected", async () => {
    await openSidebar();
    service().faults.add({ kind: "reply", status: 401, body: EMPTY }, { operation: "update" });
    for (const accepted of [false, true]) {
      await push();
      await ui.notifications.waitFor(
        accepted ? "Pushed. “Stripe payouts” is ready." : "Your access token for Acme has expired or is invalid.",
      );
      await ui.tree.waitForRows((rows) => rows.some(({ label }) => label === "Sign In") === !accepted);
    }
  });

  it("offers what helps for a rename, and asks about drift", async () => {
    service().faults.add({ kind: "reply", status: 404, body: EMPTY }, { operation: "update" });
    await rename("Stripe payouts", "Payouts");
    await ui.dialog.press("Push");
    // No file names a connection that another could be chosen for.
    const gone = "Acme has no connection “Stripe payouts”.";
    expect(await ui.notifications.buttons(gone)).toEqual(["Refresh"]);
    await ui.workbench.waitForStatus("deleted from the service");
    await ui.notifications.press(gone, "Refresh");
    await ui.tree.waitForRow("Stripe payouts");
    // While a row leaves what needs attention, VS Code draws all of them again, and loses clicks.
    await ui.workbench.waitForStatus("Stripe payouts · in sync");
    await ui.tree.waitForRows((rows) => rows.every(({ description }) => !description.includes("deleted")));
    await ui.notifications.dismissAll();
    const other = service.nameOf(8);
    await rename(other, "Payouts");
    service().connections.change(service.id(8), { name: "Changed by others" });
    await ui.dialog.press("Push");
    expect((await ui.dialog.read()).message).toContain("“Changed by others” changed on the service just now");
    await ui.dialog.cancel();
    expect(service.nameOf(8)).toBe("Changed by others");
  });

  it("can be canceled while it waits, which sidebar and next push show", async () => {
    const WAIT = /Acme is limiting requests\. Continuing in \d+ s\./;
    const cancelWait = async (): Promise<void> => {
      await ui.notifications.press(WAIT, "Cancel");
      await ui.notifications.waitUntilGone(WAIT);
    };
    await openSidebar();
    // As long as it is waited for at most. A slow machine may be told once more, when that is over.
    const slowDown: Fault = { kind: "reply", status: 429, headers: { "retry-after": "60" }, body: EMPTY };
    service().faults.add(slowDown, { operation: "update", times: "always" });
    await push();
    await cancelWait();
    expect(applied()).toBe(0);

    const [first] = service.patches();
    const askedMeanwhile = () =>
      service()
        .requests.all()
        .filter(({ time }) => first && time > first.time && time < first.time + 60_000);
    expect(first).toBeDefined();
    service().faults.add(slowDown, { operation: "list", times: "always" });
    await ui.tree.titleAction("Refresh");
    await ui.notifications.waitFor(/^Acme is limiting requests\. Continuing in \d+ s\.$/);
    await cancelWait();
    await ui.tree.waitForRow("Stripe payouts");
    expect(askedMeanwhile()).toEqual([]);
    // The next push is notified of it too, and can be cancelled before it asks anything.
    await ui.editor.titleAction("Push");
    await cancelWait();
    expect(askedMeanwhile()).toEqual([]);
  });
});
