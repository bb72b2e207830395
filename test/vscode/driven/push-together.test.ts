import { describe, expect, it } from "vitest";

import { type RecordedRequest } from "../../service/http/request-log.js";
import { until, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const TOKEN = canary("canary-together-2f9e");
const PADDED = canary("canary-padded-81c3");
/** The connection that each file is for: two of them want the same. */
const FILES: Readonly<Record<string, number>> = {
  "first.vaultconn.json": 0,
  "second.vaultconn.json": 1,
  "third-eu.vaultconn.json": 2,
  "third-us.vaultconn.json": 2,
};

/** One story: what each push leaves is what the next test begins with. */
describe("pushes that go together", () => {
  const acme = useService("Acme");
  const id = (index: number): string => acme().connections.idAt(index);
  const fileText = (index: number, name: string): string =>
    `${JSON.stringify({ id: id(index), tenant: new URL(acme().origin).host, name, setup: { type: "BEARER", token: index === 1 ? "${env:TOGETHER_PADDED}" : TOKEN } }, undefined, 2)}\n`;
  const session = useVsCode(() => ({
    environment: { ...acme.environment(), TOGETHER_PADDED: `${PADDED} ` },
    workspace: Object.fromEntries(
      Object.entries(FILES).map(([file, index]) => [file, fileText(index, file.replace(/\..*/, ""))]),
    ),
  }));

  const patches = (filter = {}): readonly RecordedRequest[] => acme().requests.all({ method: "PATCH", ...filter });

  /** Asks to push the files that were changed, and ticks all that are offered. */
  async function pushAll(): Promise<void> {
    const { workbench } = session();
    await workbench.notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Push Changed Files…");
    await workbench.quickInput.waitForStep("Choose what to push");
    await workbench.page.locator(".quick-input-widget [aria-label='Toggle all checkboxes']").first().click();
    await workbench.quickInput.accept();
  }

  it("asks which of two files for one connection is meant, before anything is checked", async () => {
    const { workbench } = session();
    const { quickInput, dialog } = workbench;
    await pushAll();
    await quickInput.waitForStep("2 files update");
    await quickInput.waitForRows("third-eu.vaultconn.json", "third-us.vaultconn.json", "Push none of them");
    await workbench.screenshot("push-contested");
    expect(acme().requests.all({ operation: "list" })).toEqual([]);
    await quickInput.cancel();
    await workbench.notifications.waitFor("Nothing was pushed.");
    expect(await dialog.isOpen()).toBe(false);

    await pushAll();
    await quickInput.waitForStep("2 files update");
    await quickInput.pick("Push none of them");
    const without = await dialog.read();
    expect(without).toMatchObject({ message: "Push 2 files to Acme?", severity: "information" });
    for (const left of ["third-eu", "third-us"])
      expect(without.detail).toContain(`• ${left}.vaultconn.json: not sent, another file is for the same connection`);
    expect(without.detail.replaceAll("\n", " ")).toMatch(
      / Billing webhook: The value of .*TOGETHER_PADDED.* begins or ends with white space, which is sent too\. /,
    );
    await dialog.cancel();
    await workbench.notifications.waitFor(
      "Nothing was pushed. Left alone: not sent, another file is for the same connection.",
    );
    expect(patches()).toEqual([]);

    await pushAll();
    await quickInput.waitForStep("2 files update");
    await quickInput.pick("third-us.vaultconn.json");
    const review = await dialog.read();
    expect(review.message).toBe("Push 3 files to Acme?");
    expect(review.detail).toContain("• third-eu.vaultconn.json: not sent, another file is for the same connection");
    await dialog.press("Push");
    await workbench.notifications.waitFor("3 files pushed.");
    expect(
      patches()
        .map((request) => request.id)
        .sort(),
    ).toEqual([0, 1, 2].map(id).sort());
    expect(acme().connections.get(id(2))?.name).toBe("third-us");
  });

  it("asks which of two files a row's push means", async () => {
    const { workbench } = session();
    const sent = patches().length;
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Connections");
    await tree.waitForRow("third-us");
    await tree.chooseFromMenu("third-us", "Push");
    await workbench.quickInput.waitForStep("Which setup file?");
    await workbench.quickInput.waitForRows("third-eu.vaultconn.json", "third-us.vaultconn.json");
    await workbench.quickInput.pick("third-eu.vaultconn.json");
    expect((await workbench.dialog.read()).detail).toContain("name: “third-eu”");
    await workbench.dialog.cancel();
    await workbench.notifications.waitUntilNothingIsPushed();
    expect(patches()).toHaveLength(sent);
  });

  it("tells of several interrupted pushes in one message, and finds out about all of them", async () => {
    const { workbench } = session();
    const { quickInput, notifications, editor } = workbench;
    const before = patches().length;
    for (const [index, file] of ["first.vaultconn.json", "second.vaultconn.json"].entries()) {
      await workbench.openFile(file);
      await until("the new text", async () => {
        await editor.replaceAll(fileText(index, `Interrupted ${index}`));
        return (await editor.text()).includes(`Interrupted ${index}`);
      });
      await editor.save();
    }
    acme().faults.add({ kind: "silence", how: "hang", when: "after" }, { operation: "update", id: id(0) });
    acme().faults.add({ kind: "silence", how: "hang", when: "before" }, { operation: "update", id: id(1) });
    await notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Push Changed Files…");
    await quickInput.waitForStep("Choose what to push");
    await quickInput.accept();
    await workbench.dialog.press("Push");
    await Promise.all(
      [0, 1].map((index) =>
        acme().requests.waitFor({ operation: "update", id: id(index), ...(index === 0 && { applied: true }) }, 2),
      ),
    );
    await workbench.reload();

    await notifications.waitFor("2 pushes were interrupted. Whether they took effect is not known yet.");
    await workbench.screenshot("push-interrupted-several");
    await notifications.press("2 pushes were interrupted", "Check Now");
    await notifications.press("1 of 2 files pushed. 1 unconfirmed.", "Show the Others");
    await quickInput.waitForStep("The other pushes");
    const [second] = await quickInput.waitForRows("second.vaultconn.json");
    expect(second?.description).toBe("Acme · not applied so far (response lost)");
    await workbench.screenshot("push-interrupted-found-out");
    await quickInput.pick("second.vaultconn.json");
    await editor.waitForTab("second.vaultconn.json");
    await notifications.waitFor("The push did not take effect");
    // The one message went when it was answered; another would have come by now.
    expect((await notifications.all()).filter(({ message }) => message.includes("interrupted"))).toEqual([]);
    expect(patches()).toHaveLength(before + 2);
    for (const [file, words] of [
      ["first.vaultconn.json", "in sync"],
      ["second.vaultconn.json", "changed since the last push"],
    ] as const) {
      await workbench.openFile(file);
      await untilValue(
        "the status bar",
        () => workbench.statusItems(),
        (items) => items.some(({ text }) => text.startsWith("Acme · ") && text.endsWith(words)),
      );
    }
    await workbench.reload();
    await workbench.runCommand("Vault Connections: Show Pushes as Text");
    await editor.waitForTab("push-history.txt");
    expect((await notifications.all()).filter(({ message }) => message.includes("interrupted"))).toEqual([]);
  });
});
