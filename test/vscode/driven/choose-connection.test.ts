import { rename } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { canary, onDisk, ui, useService, useVsCode } from "./window.js";

/** A name that tries to be an icon, a command and markup; and as it is shown, with nothing that makes a link. */
const MARKUP = "🧨 $(zap) [Push](command:vaultconn.push) **bold** <b>b</b>";
const MARKUP_SHOWN = "🧨 $(zap) [Push] (command:vaultconn.push) **bold** <b>b</b>";

const SECRET = canary("canary-choice-5b1d");
const WITHOUT_ID = `{\n  // Kept as it is.\n  "setup": { "type": "BEARER", "token": "${SECRET}" }\n}\n`;
const TABS = WITHOUT_ID.replaceAll("  ", "\t");
const BARE = `{ "type": "BEARER", "token": "${SECRET}" }\n`;

/** One story: the connections that are chosen in a test are remembered in the next. */
describe("a file without a connection", () => {
  const service = useService("Acme");
  useVsCode(() => ({
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
  /** Asks for a push of such a file. */
  async function pushWithoutId(file: string): Promise<void> {
    await ui.workbench.push(file);
    await ui.quickInput.waitForStep(`Push ${file} to which connection?`);
  }

  it("doesn't change the file if the connection is chosen for one push", async () => {
    const [last, other] = [service.nameOf(3), service.nameOf(6)];
    const asksAgain = async (expected: string): Promise<void> => {
      await pushWithoutId("once.vaultconn.json");
      await expect.poll(async () => (await ui.quickInput.rows())[0]?.label).toBe(expected);
    };
    await pushWithoutId("once.vaultconn.json");
    await ui.quickInput.pick(last);
    await ui.dialog.press("Only This Time");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed.");
    expect(service.patches().map(({ id }) => id)).toEqual([service.id(3)]);
    await ui.editor.waitForLenses(/Push to Acme \| not linked to a connection/);
    await ui.workbench.waitForStatus("Acme · not linked to a connection");

    await asksAgain(last);
    // Another connection than the last can be chosen, and the question for the file be cancelled.
    await ui.quickInput.pick(other);
    await ui.dialog.press("Only This Time");
    expect((await ui.dialog.read()).detail.replaceAll("\n", " ")).toContain(`${other} (${service.id(6)})`);
    await ui.dialog.cancel();
    await asksAgain(other);
    await ui.quickInput.pick(other);
    await ui.dialog.cancel();
    await ui.notifications.waitUntilNothingIsPushed();
    expect(await onDisk("once.vaultconn.json")).toBe(WITHOUT_ID);
    expect(service.patches()).toHaveLength(1);
  });

  it("adds the connection with the file's indentation, in one step to undo", async () => {
    service().connections.change(service.id(5), { name: MARKUP });
    await ui.workbench.runCommand("Vault Connections: Refresh");
    await pushWithoutId("tabs.vaultconn.json");
    await ui.quickInput.type("zap");
    // At once, perhaps before the list is filtered: a row means what it showed.
    await ui.quickInput.pick(MARKUP_SHOWN);
    expect(await ui.dialog.read()).toMatchObject({
      message: "Write the connection to tabs.vaultconn.json?",
      primary: "Write to File",
    });
    await ui.dialog.press("Write to File");
    const { message, detail } = await ui.dialog.read();
    expect(message).toBe(`Push “${MARKUP_SHOWN}” to Acme?`);
    expect(detail.replaceAll("\n", " ")).toContain(`${MARKUP_SHOWN} (${service.id(5)})`);
    expect(await ui.dialog.links()).toBe(0);
    await ui.dialog.press("Push");
    expect((await ui.notifications.waitFor("Pushed.")).message).toBe(`Pushed. “${MARKUP_SHOWN}” is ready.`);
    expect(await ui.notifications.links("Pushed.")).toBe(0);
    await expect.poll(() => ui.editor.lenses()).toContain(`Push to Acme · ${MARKUP_SHOWN} | in sync`);
    const written = `{\n\t"id": "${service.id(5)}",\n\t"tenant": "${service.host()}",\n`;
    expect(await onDisk("tabs.vaultconn.json")).toBe(TABS.replace("{\n", written));
    await ui.workbench.openFile("tabs.vaultconn.json");
    await ui.editor.press("ControlOrMeta+z");
    await ui.editor.save();
    expect(await onDisk("tabs.vaultconn.json")).toBe(TABS);
    await pushWithoutId("tabs.vaultconn.json");
    await ui.quickInput.cancel();
    expect(service.patches()).toHaveLength(2);
  });

  it("doesn't change a read-only file", async () => {
    for (let time = 1; time <= 2; time++) {
      await pushWithoutId("locked.vaultconn.json");
      await ui.quickInput.pick("Billing webhook");
      await ui.dialog.press("Write to File");
      await ui.notifications.waitFor("locked.vaultconn.json couldn't be changed, so nothing was sent.");
      expect([await ui.editor.text(), await ui.editor.isDirty()]).toEqual([WITHOUT_ID, false]);
    }
    expect(await onDisk("locked.vaultconn.json")).toBe(WITHOUT_ID);
    expect(service.patches()).toHaveLength(2);
  });

  it("remembers the connection of a bare setup", async () => {
    await pushWithoutId("bare.vaultconn.json");
    // The question stays when something else takes the focus.
    await ui.editor.focus();
    await ui.editor.waitForFocus();
    await ui.quickInput.pick("Billing webhook");
    expect((await ui.dialog.read()).message).toBe("Push “Billing webhook” to Acme?");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Billing webhook” is ready.");
    await ui.workbench.push("bare.vaultconn.json");
    expect((await ui.dialog.read()).detail).toContain(`Billing webhook (${service.id(1)})`);
    await ui.dialog.cancel();
    await ui.notifications.waitUntilNothingIsPushed();
    expect(await onDisk("bare.vaultconn.json")).toBe(BARE);
    expect(service.bodies().at(-1)).toBe(`{"setup":{"type":"BEARER","token":"${SECRET}"}}`);
    expect(service.patches()).toHaveLength(3);
  });

  it("remembers the connection of a bare setup that another program moved", async () => {
    await ui.workbench.runCommand("View: Close Editor");
    await rename(join(ui.session.workspace, "bare.vaultconn.json"), join(ui.session.workspace, "moved.vaultconn.json"));
    await ui.workbench.openFile("moved.vaultconn.json");
    await ui.editor.waitForLenses(/^Push to Acme · Billing webhook \| in sync/);
    await ui.workbench.push("moved.vaultconn.json");
    expect((await ui.dialog.read()).message).toBe("Push “Billing webhook” to Acme?");
    await ui.dialog.cancel();
  });

  it("sends nothing if the file's tenant isn't known", async () => {
    await ui.workbench.push("stranger.vaultconn.json");
    const refusal = "This file belongs to globex.example.com, which isn't one of your tenants.";
    await ui.notifications.waitFor(refusal);
    expect(await ui.notifications.buttons(refusal)).toEqual(["Add Tenant"]);
    expect(service.patches()).toHaveLength(3);
  });
});
