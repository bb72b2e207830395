import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type RecordedRequest } from "../../service/http/request-log.js";
import { readText } from "../drive/dom.js";
import { untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const SECRET = canary("canary-choose-7b13");
const WITHOUT_ID = `{\n  // Kept as it is.\n  "setup": { "type": "BEARER", "token": "${SECRET}" }\n}\n`;
const TABS = `{\n\t// Kept as it is.\n\t"setup": { "type": "BEARER", "token": "${SECRET}" }\n}\n`;

/** One story: what a test pushes is remembered in the next. */
describe("the connection of a file that names none", () => {
  const service = useService("Acme");
  const session = useVsCode(() => ({
    environment: service.environment(),
    settings: { "files.readonlyInclude": { "**/locked.vaultconn.json": true } },
    workspace: {
      "once.vaultconn.json": WITHOUT_ID,
      "tabs.vaultconn.json": TABS,
      "locked.vaultconn.json": WITHOUT_ID,
    },
  }));
  const idOf = (index: number): string => service().connections.idAt(index);
  const patches = (): readonly RecordedRequest[] => service().requests.all({ method: "PATCH" });
  const onDisk = (name: string): Promise<string> => readFile(join(session().workspace, name), "utf8");

  /** Opens a file and asks for a push. */
  async function push(file: string): Promise<void> {
    const { workbench } = session();
    await workbench.notifications.dismissAll();
    await workbench.openFile(file);
    await workbench.runCommand("Vault Connections: Push");
  }

  it("asks each time after a push for this time only, the last choice first, and calls the file not linked", async () => {
    const { workbench } = session();
    const { quickInput, dialog, notifications } = workbench;
    const last = service().connections.get(idOf(3))?.name ?? "";
    const asksAgain = async (): Promise<void> => {
      await push("once.vaultconn.json");
      await quickInput.waitForStep("Push once.vaultconn.json to which connection?");
      const [first] = await untilValue(
        "the connections",
        () => quickInput.rows(),
        (rows) => rows.length > 5,
      );
      expect(first?.label).toBe(last);
    };
    await push("once.vaultconn.json");
    await quickInput.waitForStep("Push once.vaultconn.json to which connection?");
    await quickInput.pick(last);
    await dialog.press("Only This Time");
    await dialog.press("Push");
    await notifications.waitFor("Pushed.");
    expect(patches().map(({ id }) => id)).toEqual([idOf(3)]);
    const shown = (): Promise<string> =>
      readText(workbench.page.locator(".editor-group-container.active .codelens-decoration"));
    await untilValue("the lenses", shown, (text) => /Push to Acme\s*\|\s*not linked to a connection/.test(text));
    await untilValue(
      "the status",
      () => workbench.statusItems(),
      (items) => items.some(({ text }) => text.includes("Acme · not linked to a connection")),
    );
    await workbench.screenshot("not-linked");

    await asksAgain();
    await workbench.screenshot("last-choice-first");
    await quickInput.cancel();
    await workbench.reload();
    await asksAgain();
    // Another connection than the last can be chosen.
    await quickInput.pick("Billing webhook");
    await dialog.press("Only This Time");
    expect((await dialog.read()).detail).toContain(`Billing webhook (${idOf(1)})`);
    await dialog.cancel();
    await notifications.waitUntilNothingIsPushed();
    expect(patches()).toHaveLength(1);
  });

  it("writes the connection with the indentation of the file, in one step to undo, and asks again once that is undone", async () => {
    const { workbench } = session();
    const { quickInput, dialog, notifications, editor } = workbench;
    await push("tabs.vaultconn.json");
    await quickInput.waitForStep("Push tabs.vaultconn.json to which connection?");
    await quickInput.pick("Billing webhook");
    await dialog.press("Write Into File");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. Billing webhook is ready.");
    const written = `{\n\t"id": "${idOf(1)}",\n\t"tenant": "${new URL(service().origin).host}",\n`;
    expect(await onDisk("tabs.vaultconn.json")).toBe(TABS.replace("{\n", written));
    await workbench.openFile("tabs.vaultconn.json");
    await editor.press("ControlOrMeta+z");
    await editor.save();
    expect(await onDisk("tabs.vaultconn.json")).toBe(TABS);
    await push("tabs.vaultconn.json");
    await quickInput.waitForStep("Push tabs.vaultconn.json to which connection?");
    await quickInput.cancel();
    expect(patches()).toHaveLength(2);
  });

  it("leaves no id in the editor of a file that is read-only", async () => {
    const { workbench } = session();
    const { quickInput, dialog, notifications, editor } = workbench;
    for (let time = 1; time <= 2; time++) {
      await push("locked.vaultconn.json");
      await quickInput.waitForStep("Push locked.vaultconn.json to which connection?");
      await quickInput.pick("Billing webhook");
      await dialog.press("Write Into File");
      await notifications.waitFor("locked.vaultconn.json could not be changed, so nothing was sent.");
      expect([await editor.text(), await editor.isDirty()]).toEqual([WITHOUT_ID, false]);
    }
    expect(await onDisk("locked.vaultconn.json")).toBe(WITHOUT_ID);
    expect(patches()).toHaveLength(2);
  });
});
