import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type RecordedRequest } from "../../service/http/request-log.js";
import { readText } from "../drive/dom.js";
import { TIMEOUT_MS, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const SECRET = canary("canary-choice-5b1d");
const WITHOUT_ID = `{\n  // Kept as it is.\n  "setup": { "type": "BEARER", "token": "${SECRET}" }\n}\n`;
const TABS = WITHOUT_ID.replaceAll("  ", "\t");
const BARE = `{ "type": "BEARER", "token": "${SECRET}" }\n`;

/** One story: the connections that are chosen in a test are remembered in the next. */
describe("a file that names no connection", () => {
  const service = useService("Acme");
  const session = useVsCode(() => ({
    environment: service.environment(),
    settings: { "files.readonlyInclude": { "**/locked.vaultconn.json": true } },
    workspace: {
      "once.vaultconn.json": WITHOUT_ID,
      "tabs.vaultconn.json": TABS,
      "locked.vaultconn.json": WITHOUT_ID,
      "bare.vaultconn.json": BARE,
      "stranger.vaultconn.json": '{ "id": "ac_1", "tenant": "globex.example.com", "name": "X" }\n',
    },
  }));
  const idOf = (index: number): string => service().connections.idAt(index);
  const nameOf = (index: number): string => service().connections.get(idOf(index))?.name ?? "";
  const patches = (): readonly RecordedRequest[] => service().requests.all({ method: "PATCH" });
  const onDisk = (name: string): Promise<string> => readFile(join(session().workspace, name), "utf8");

  const push = (file: string): Promise<void> => session().workbench.push(file);

  /** Asks for a push of such a file. */
  async function pushWithoutId(file: string): Promise<void> {
    await push(file);
    await session().workbench.quickInput.waitForStep(`Push ${file} to which connection?`);
  }

  it("leaves the file as it is if the connection is for this time only, and asks again, the last choice first", async () => {
    const { workbench } = session();
    const { quickInput, dialog, notifications } = workbench;
    const [last, other] = [nameOf(3), nameOf(6)];
    const asksAgain = async (expected: string): Promise<void> => {
      await pushWithoutId("once.vaultconn.json");
      await untilValue(
        "the connections, as many as are drawn",
        () => quickInput.rows(),
        (rows) => rows.length > 5 && rows[0]?.label === expected,
      );
    };
    await pushWithoutId("once.vaultconn.json");
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

    await asksAgain(last);
    // Another connection than the last can be chosen, and the question for the file be cancelled.
    await quickInput.pick(other);
    await dialog.press("Only This Time");
    expect((await dialog.read()).detail.replaceAll("\n", " ")).toContain(`${other} (${idOf(6)})`);
    await dialog.cancel();
    await asksAgain(other);
    await quickInput.pick(other);
    await dialog.cancel();
    await notifications.waitUntilNothingIsPushed();
    expect(await onDisk("once.vaultconn.json")).toBe(WITHOUT_ID);
    expect(patches()).toHaveLength(1);
  });

  it("writes the connection with the indentation of the file, in one step to undo, and asks again once that is undone", async () => {
    const { workbench } = session();
    const { quickInput, dialog, notifications, editor } = workbench;
    await pushWithoutId("tabs.vaultconn.json");
    await quickInput.pick("Billing webhook");
    await dialog.press("Write to File");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. Billing webhook is ready.");
    const written = `{\n\t"id": "${idOf(1)}",\n\t"tenant": "${new URL(service().origin).host}",\n`;
    expect(await onDisk("tabs.vaultconn.json")).toBe(TABS.replace("{\n", written));
    await workbench.openFile("tabs.vaultconn.json");
    await editor.press("ControlOrMeta+z");
    await editor.save();
    expect(await onDisk("tabs.vaultconn.json")).toBe(TABS);
    await pushWithoutId("tabs.vaultconn.json");
    await quickInput.cancel();
    expect(patches()).toHaveLength(2);
  });

  it("leaves no id in the editor of a file that is read-only", async () => {
    const { workbench } = session();
    const { quickInput, dialog, notifications, editor } = workbench;
    for (let time = 1; time <= 2; time++) {
      await pushWithoutId("locked.vaultconn.json");
      await quickInput.pick("Billing webhook");
      await dialog.press("Write to File");
      await notifications.waitFor("locked.vaultconn.json couldn't be changed, so nothing was sent.");
      expect([await editor.text(), await editor.isDirty()]).toEqual([WITHOUT_ID, false]);
    }
    expect(await onDisk("locked.vaultconn.json")).toBe(WITHOUT_ID);
    expect(patches()).toHaveLength(2);
  });

  it("asks what to compare a file with that names no connection, and not where to push it", async () => {
    const { workbench } = session();
    await workbench.openFile("once.vaultconn.json");
    await workbench.runCommand("Vault Connections: Compare with Service");
    await workbench.quickInput.waitForStep("Compare once.vaultconn.json with which connection?");
    await workbench.quickInput.pick(nameOf(6));
    await workbench.dialog.press("Only This Time");
    await workbench.editor.waitForComparison({ service: '"id"', file: '"setup"' });
    await workbench.runCommand("View: Close All Editors");
  });

  it("remembers the connection of a bare setup, which has no place for it", async () => {
    const { workbench } = session();
    await pushWithoutId("bare.vaultconn.json");
    // The question stays when something else takes the focus.
    await workbench.editor.focus();
    await workbench.editor.waitForFocus(TIMEOUT_MS);
    await workbench.quickInput.pick("Billing webhook");
    expect((await workbench.dialog.read()).message).toBe("Push “Billing webhook” to Acme?");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Billing webhook is ready.");
    await push("bare.vaultconn.json");
    expect((await workbench.dialog.read()).detail).toContain(`Billing webhook (${idOf(1)})`);
    await workbench.dialog.cancel();
    await workbench.notifications.waitUntilNothingIsPushed();
    expect(await onDisk("bare.vaultconn.json")).toBe(BARE);
    expect(patches().at(-1)?.body.toString()).toBe(`{"setup":{"type":"BEARER","token":"${SECRET}"}}`);
    expect(patches()).toHaveLength(3);
  });

  it("sends nothing for a file of a tenant that is not known here", async () => {
    const { workbench } = session();
    await push("stranger.vaultconn.json");
    const refusal = "This file belongs to globex.example.com, which isn't one of your tenants. Nothing was sent.";
    await workbench.notifications.waitFor(refusal);
    expect(await workbench.notifications.buttons(refusal)).toEqual(["Add Tenant"]);
    expect(patches()).toHaveLength(3);
  });
});
