import { rename } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import {
  canary,
  useService,
  dialog,
  editor,
  notifications,
  onDisk,
  quickInput,
  session,
  useVsCode,
  workbench,
} from "./window.js";

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
    await workbench.push(file);
    await quickInput.waitForStep(`Push ${file} to which connection?`);
  }

  it("doesn't change the file if the connection is chosen for one push", async () => {
    const [last, other] = [service.nameOf(3), service.nameOf(6)];
    const asksAgain = async (expected: string): Promise<void> => {
      await pushWithoutId("once.vaultconn.json");
      await expect.poll(async () => (await quickInput.rows())[0]?.label).toBe(expected);
    };
    await pushWithoutId("once.vaultconn.json");
    await quickInput.pick(last);
    await dialog.press("Only This Time");
    await dialog.press("Push");
    await notifications.waitFor("Pushed.");
    expect(service.patches().map(({ id }) => id)).toEqual([service.id(3)]);
    await editor.waitForLenses(/Push to Acme \| not linked to a connection/);
    await workbench.waitForStatus("Acme · not linked to a connection");

    await asksAgain(last);
    // Another connection than the last can be chosen, and the question for the file be cancelled.
    await quickInput.pick(other);
    await dialog.press("Only This Time");
    expect((await dialog.read()).detail.replaceAll("\n", " ")).toContain(`${other} (${service.id(6)})`);
    await dialog.cancel();
    await asksAgain(other);
    await quickInput.pick(other);
    await dialog.cancel();
    await notifications.waitUntilNothingIsPushed();
    expect(await onDisk("once.vaultconn.json")).toBe(WITHOUT_ID);
    expect(service.patches()).toHaveLength(1);
  });

  it("adds the connection with the file's indentation, in one step to undo", async () => {
    service().connections.change(service.id(5), { name: MARKUP });
    await workbench.runCommand("Vault Connections: Refresh");
    await pushWithoutId("tabs.vaultconn.json");
    await quickInput.type("zap");
    // At once, perhaps before the list is filtered: a row means what it showed.
    await quickInput.pick(MARKUP_SHOWN);
    expect(await dialog.read()).toMatchObject({
      message: "Write the connection to tabs.vaultconn.json?",
      primary: "Write to File",
    });
    await dialog.press("Write to File");
    const { message, detail } = await dialog.read();
    expect(message).toBe(`Push “${MARKUP_SHOWN}” to Acme?`);
    expect(detail.replaceAll("\n", " ")).toContain(`${MARKUP_SHOWN} (${service.id(5)})`);
    expect(await dialog.links()).toBe(0);
    await dialog.press("Push");
    expect((await notifications.waitFor("Pushed.")).message).toBe(`Pushed. “${MARKUP_SHOWN}” is ready.`);
    expect(await notifications.links("Pushed.")).toBe(0);
    await expect.poll(() => editor.lenses()).toContain(`Push to Acme · ${MARKUP_SHOWN} | in sync`);
    const written = `{\n\t"id": "${service.id(5)}",\n\t"tenant": "${service.host()}",\n`;
    expect(await onDisk("tabs.vaultconn.json")).toBe(TABS.replace("{\n", written));
    await workbench.openFile("tabs.vaultconn.json");
    await editor.press("ControlOrMeta+z");
    await editor.save();
    expect(await onDisk("tabs.vaultconn.json")).toBe(TABS);
    await pushWithoutId("tabs.vaultconn.json");
    await quickInput.cancel();
    expect(service.patches()).toHaveLength(2);
  });

  it("doesn't change a read-only file", async () => {
    for (let time = 1; time <= 2; time++) {
      await pushWithoutId("locked.vaultconn.json");
      await quickInput.pick("Billing webhook");
      await dialog.press("Write to File");
      await notifications.waitFor("locked.vaultconn.json couldn't be changed, so nothing was sent.");
      expect([await editor.text(), await editor.isDirty()]).toEqual([WITHOUT_ID, false]);
    }
    expect(await onDisk("locked.vaultconn.json")).toBe(WITHOUT_ID);
    expect(service.patches()).toHaveLength(2);
  });

  it("remembers the connection of a bare setup", async () => {
    await pushWithoutId("bare.vaultconn.json");
    // The question stays when something else takes the focus.
    await editor.focus();
    await editor.waitForFocus();
    await quickInput.pick("Billing webhook");
    expect((await dialog.read()).message).toBe("Push “Billing webhook” to Acme?");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. “Billing webhook” is ready.");
    await workbench.push("bare.vaultconn.json");
    expect((await dialog.read()).detail).toContain(`Billing webhook (${service.id(1)})`);
    await dialog.cancel();
    await notifications.waitUntilNothingIsPushed();
    expect(await onDisk("bare.vaultconn.json")).toBe(BARE);
    expect(service.bodies().at(-1)).toBe(`{"setup":{"type":"BEARER","token":"${SECRET}"}}`);
    expect(service.patches()).toHaveLength(3);
  });

  it("remembers the connection of a bare setup that another program moved", async () => {
    await workbench.runCommand("View: Close Editor");
    await rename(join(session.workspace, "bare.vaultconn.json"), join(session.workspace, "moved.vaultconn.json"));
    await workbench.openFile("moved.vaultconn.json");
    await editor.waitForLenses(/^Push to Acme · Billing webhook \| in sync/);
    await workbench.push("moved.vaultconn.json");
    expect((await dialog.read()).message).toBe("Push “Billing webhook” to Acme?");
    await dialog.cancel();
  });

  it("sends nothing if the file's tenant isn't known", async () => {
    await workbench.push("stranger.vaultconn.json");
    const refusal = "This file belongs to globex.example.com, which isn't one of your tenants.";
    await notifications.waitFor(refusal);
    expect(await notifications.buttons(refusal)).toEqual(["Add Tenant"]);
    expect(service.patches()).toHaveLength(3);
  });
});
