import { beforeEach, describe, expect, it } from "vitest";

import { type RecordedRequest } from "../../service/http/request-log.js";
import { readText } from "../drive/dom.js";
import { untilDone, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const SECRET = canary("canary-unknown-7be2");
const FILE = "stripe.vaultconn.json";
const NOT_KNOWN = "outcome of the last push not known";

/** One story: a push that is certain ends what is looked for after the one before. */
describe("a push whose answer is lost", () => {
  const service = useService("Acme");
  const session = useVsCode(() => ({ environment: service.environment(), workspace: { [FILE]: fileText(5) } }));
  beforeEach(async () => {
    service().faults.clear();
    service().requests.clear();
    await session().workbench.notifications.dismissAll();
  });

  const fileText = (index: number): string =>
    `${JSON.stringify({ id: service().connections.idAt(index), tenant: new URL(service().origin).host, setup: { type: "BEARER", token: SECRET } }, undefined, 2)}\n`;
  const patches = (filter = {}): readonly RecordedRequest[] => service().requests.all({ method: "PATCH", ...filter });

  /** Answers the review. */
  async function confirm(): Promise<void> {
    const { dialog } = session().workbench;
    expect(await dialog.read()).toMatchObject({ message: "Push “Stripe payouts” to Acme?" });
    await dialog.press("Push");
  }

  /** Waits until the status bar and the line above the file in front say how it stands. */
  async function shown(words: string): Promise<void> {
    const { workbench } = session();
    await untilValue(
      "the status bar",
      () => workbench.statusItems(),
      (items) => items.some(({ text }) => text.endsWith(`Stripe payouts · ${words}`)),
    );
    await workbench.editor.scrollToTop();
    await untilValue(
      "the code lens",
      () => readText(workbench.page.locator(".editor-group-container.active .codelens-decoration")),
      (text) => text.includes(words),
    );
  }

  it("calls a file probably pushed, wherever it is named, until a push is certain", async () => {
    const { workbench } = session();
    const { notifications } = workbench;
    service().faults.add({ kind: "silence", how: "reset", when: "after" }, { operation: "update" });
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Push");
    await confirm();
    await notifications.waitFor(/^The answer was lost\. The push probably took effect: /);
    await shown("probably pushed");
    await workbench.screenshot("probably-pushed");
    await notifications.press(/^The answer was lost/, "Push Again");
    await workbench.dialog.press("Push");
    await notifications.waitFor("Pushed. Stripe payouts is ready.");
    await shown("in sync");
    expect(patches()).toHaveLength(2);
  });

  it("finds out on request the outcome of the last push, where an earlier one is open too", async () => {
    const { workbench } = session();
    const { notifications, dialog } = workbench;
    const UNKNOWN = "Whether the push took effect is not known";
    const loseFrom = (when: "before" | "after"): void => {
      service().faults.clear();
      service().faults.add({ kind: "silence", how: "reset", when }, { operation: "update" });
      // The record is read twice before it is sent, and then looked for in vain.
      service().faults.add({ kind: "reply", status: 503, body: "{}" }, { operation: "list", skip: 2, times: "always" });
    };
    loseFrom("after");
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Push");
    await confirm();
    await notifications.waitFor(UNKNOWN);
    loseFrom("before");
    await notifications.press(UNKNOWN, "Push Again");
    await dialog.press("Push Anyway");
    await dialog.press("Push");
    await notifications.waitFor(UNKNOWN);
    service().faults.clear();
    service().faults.add({ kind: "hold", name: "later look" }, { operation: "list", skip: 2 });
    await notifications.press(UNKNOWN, "Check Again");
    await notifications.waitFor(
      "The answer was lost. The push has not taken effect so far: Stripe payouts is unchanged.",
    );
    expect([patches().length, patches({ applied: true }).length]).toEqual([2, 1]);

    // The first of the two has changed the connection, so that the next push asks before it brings the file into step.
    await workbench.runCommand("Vault Connections: Push");
    await dialog.press("Push Anyway");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. Stripe payouts is ready.");
  });

  it("lists each push by its day in a view of its own, with what can be done about it", async () => {
    const { workbench } = session();
    const { notifications } = workbench;
    const pushes = workbench.tree("Pushes");
    await workbench.openViewContainer("Vault Connections");
    await pushes.openSection();
    // Its rows are read before the faults are counted.
    await workbench.tree("Connections").waitForRow("Stripe payouts");
    const newest = (description: string) =>
      untilValue(
        `the newest push: ${description}`,
        () => pushes.rows(),
        ([day, push]) => day?.label === "Today" && push?.description.startsWith(`${description} · Acme · `) === true,
      );
    service().faults.add({ kind: "silence", how: "reset", when: "before" }, { operation: "update" });
    service().faults.add({ kind: "reply", status: 503, body: "{}" }, { operation: "list", skip: 2, times: "always" });
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Push");
    await confirm();
    const [, open] = await newest("outcome not known");
    expect(open).toMatchObject({ label: "Stripe payouts", icon: "question", level: 2 });
    expect(open?.spoken).toContain("Stripe payouts, outcome not known, Acme, ");
    await workbench.screenshot("pushes");
    expect(await pushes.menuEntries("Stripe payouts")).toEqual([
      "Check",
      "Open Setup File",
      "Compare with Service",
      "Reveal in Sidebar",
      "Copy ID",
    ]);
    await notifications.dismissAll();
    service().faults.clear();
    service().faults.add({ kind: "hold", name: "later look" }, { operation: "list", skip: 2 });
    await pushes.inlineAction("Stripe payouts", "Check");
    await notifications.waitFor(
      "The answer was lost. The push has not taken effect so far: Stripe payouts is unchanged.",
    );
    await newest("not applied so far (response lost)");
    await service().faults.held("later look");
    service().faults.release("later look");
    await workbench.runCommand("View: Close All Editors");
    await pushes.click("Stripe payouts");
    await workbench.editor.waitForTab(FILE);
    await workbench.runCommand("Vault Connections: Push");
    await confirm();
    await newest("pushed");
    await notifications.waitFor("Pushed. Stripe payouts is ready.");
  });

  it("can be cancelled while it is sent, and again while its outcome is looked for, which can be done later", async () => {
    const { workbench } = session();
    const { notifications } = workbench;
    service().faults.add({ kind: "hold", name: "answer", when: "after" }, { operation: "update" });
    service().faults.add({ kind: "hold", name: "look" }, { operation: "list", skip: 2 });
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Push");
    await confirm();
    await service().faults.held("answer");
    await notifications.press("Pushing…", "Cancel");
    await service().faults.held("look");
    await notifications.waitFor("You stopped waiting. Checking whether it took effect…");
    await workbench.screenshot("push-cancelled-checking");
    await notifications.press("Checking whether it took effect…", "Cancel");
    const CANCELLED = "You stopped waiting. Whether the push took effect is not known: the check was cancelled.";
    // The progress goes a moment after the message has come.
    await untilValue(
      "that message, and no other",
      () => notifications.all(),
      (all) => all.length === 1 && all[0]?.message === CANCELLED,
    );
    await shown(NOT_KNOWN);
    service().faults.clear();
    await notifications.press(CANCELLED, "Check Again");
    await notifications.waitFor("The push probably took effect: Stripe payouts changed just after it.");
    await shown("probably pushed");
    expect([patches().length, patches({ applied: true }).length]).toEqual([1, 1]);
  });

  it("can be checked from the file at any later time, since its outcome is not known", async () => {
    const { workbench } = session();
    const { notifications, editor, quickInput } = workbench;
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Check Last Push");
    await notifications.waitFor(`How the last push of ${FILE} ended is known.`);
    service().faults.add({ kind: "silence", how: "reset", when: "before" }, { operation: "update" });
    service().faults.add({ kind: "reply", status: 503, body: "{}" }, { operation: "list", skip: 2, times: "always" });
    await workbench.runCommand("Vault Connections: Push");
    await confirm();
    await notifications.waitFor("Whether the push took effect is not known");
    await workbench.reload();
    service().faults.clear();
    await notifications.waitFor("A push of Stripe payouts to Acme was interrupted");
    await notifications.dismissAll();
    await workbench.openFile(FILE);
    await shown(NOT_KNOWN);
    await workbench.screenshot("outcome-not-known");
    service().faults.add({ kind: "hold", name: "later look" }, { operation: "list", skip: 2 });
    await untilDone("the check", async (patience) => {
      await workbench.page.locator(".statusbar-item", { hasText: NOT_KNOWN }).click({ timeout: patience });
      await quickInput.pick("Check how the last push ended", patience);
    });
    await notifications.waitFor("The push has not taken effect so far: Stripe payouts is unchanged.");
    await shown("not so far, looking again");
    await workbench.screenshot("not-so-far");
    await service().faults.held("later look");
    service().faults.release("later look");
    await notifications.waitFor("The push did not take effect");
    await shown("probably pushed");
    expect([patches().length, patches({ applied: true }).length]).toEqual([1, 0]);
    await editor.scrollToTop();
  });

  it("may be a rename, which can be cancelled and checked again as well", async () => {
    const { workbench } = session();
    const { notifications, quickInput, dialog } = workbench;
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Connections");
    await tree.waitForRow("Billing webhook");
    service().requests.clear();
    service().faults.add({ kind: "hold", name: "answer", when: "after" }, { operation: "update" });
    service().faults.add({ kind: "hold", name: "look" }, { operation: "list", skip: 2 });
    await tree.chooseFromMenu("Billing webhook", "Rename…");
    await quickInput.waitForStep("Rename Billing webhook");
    await quickInput.submit("Invoices");
    await dialog.press("Push");
    await service().faults.held("answer");
    await notifications.press("Pushing…", "Cancel");
    await service().faults.held("look");
    await notifications.press("Checking whether it took effect…", "Cancel");
    const { message } = await notifications.waitFor(
      "Whether the push took effect is not known: the check was cancelled.",
    );
    service().faults.clear();
    await notifications.press(message, "Check Again");
    await notifications.waitFor("The push took effect all the same: Billing webhook has the new name.");
    await tree.waitForRow("Invoices");
    expect([patches().length, patches({ applied: true }).length]).toEqual([1, 1]);
  });

  it("may be a rename, which can be made once more where nothing but the list of pushes knows of it", async () => {
    const { workbench } = session();
    const { notifications, quickInput, dialog } = workbench;
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Connections");
    const pushes = workbench.tree("Pushes");
    await tree.waitForRow("Salesforce EU production");
    await pushes.openSection();
    service().requests.clear();
    service().faults.add({ kind: "silence", how: "reset", when: "before" }, { operation: "update" });
    service().faults.add({ kind: "reply", status: 503, body: "{}" }, { operation: "list", skip: 2, times: "always" });
    await tree.chooseFromMenu("Salesforce EU production", "Rename…");
    await quickInput.waitForStep("Rename Salesforce EU production");
    await quickInput.submit("Sheets of ${finance}");
    await dialog.press("Push");
    await notifications.waitFor("Whether the push took effect is not known");
    await notifications.dismissAll();
    service().faults.clear();
    await pushes.inlineAction("Salesforce EU production", "Check");
    const unchanged = "The push has not taken effect so far: Salesforce EU production is unchanged.";
    await notifications.waitFor(unchanged);
    await notifications.press(unchanged, "Push Again");
    expect(await dialog.read()).toMatchObject({ message: "Push “Salesforce EU production” to Acme?" });
    await dialog.press("Push");
    await notifications.waitFor(/^Pushed\. Sheets of \$\{finance\} is/);
    expect(patches().map(({ body }) => String(body))).toEqual(Array(2).fill('{"name":"Sheets of ${finance}"}'));
  });
});
