import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { readParts, readText } from "../drive/dom.js";
import { until, untilDone, untilValue } from "../drive/until.js";
import {
  canary,
  useService,
  dialog,
  editor,
  editSettings,
  notifications,
  quickInput,
  session,
  tree,
  useVsCode,
  workbench,
} from "./window.js";

/** Three pages, so that a connection can be out of sight. */
const CONNECTIONS = 230;

/** One story, from an empty view to a walkthrough that is done. */
describe("the first minutes", () => {
  const acme = useService("Acme", { connections: CONNECTIONS, latestChange: Date.now() });
  const fresh = useService("Fresh", { connections: 0 });
  useVsCode(() => ({
    workspace: {
      "last.vaultconn.json": JSON.stringify({ id: last().id, name: "Renamed" }),
      "drop.vaultconn.json": '{\n  "id": ,\n  "name": "x"\n}\n',
    },
    settings: { "workbench.editor.useModal": "off" },
  }));

  /** The connection that the service lists last. */
  const last = () => ({ id: acme.id(CONNECTIONS - 1), name: acme.nameOf(CONNECTIONS - 1) });

  /** Whether each step of the walkthrough is done, by its title. */
  const steps = async () => {
    const items = workbench.page.locator(
      ".editor-group-container.active .gettingStartedContainer .getting-started-step",
    );
    const read = await readParts(items, { title: ".step-title", mark: "[role=checkbox]@class" });
    return Object.fromEntries(read.map(({ title, mark }) => [title, mark.includes("step-checked")]));
  };
  /** Whether the picture of the step that is open is drawn. */
  const hasPicture = async () =>
    (await workbench.page.locator(".gettingStartedContainer .getting-started-media").isVisible()) &&
    (await workbench.page.locator("iframe.webview.ready").count()) > 0;
  const buttons = () => tree.titleActions();

  /** Where in the window the first occurrence of a text in the editor begins. All characters are taken to be of one width. */
  const placeBefore = (text: string) =>
    until(`"${text}" on the screen`, async () => {
      const line = editor.root.locator(".view-line > span", { hasText: text }).first();
      const [box, content] = [await line.boundingBox({ timeout: 1000 }), await readText(line)];
      if (box === null || !content.includes(text)) return undefined;
      return { x: box.x + (box.width * content.indexOf(text)) / content.length, y: box.y + box.height / 2 };
    });

  /** Drags a row before a text, with Shift held, which is how VS Code is told to put it into an editor. */
  async function dragInto(label: string, text: string): Promise<void> {
    const { mouse, keyboard } = workbench.page;
    await tree.row(label).locator(".label-name").hover();
    await mouse.down();
    await keyboard.down("Shift");
    const { x, y } = await placeBefore(text);
    await mouse.move(x, y + 60, { steps: 5 });
    await until("a place that stays", async () => {
      const before = await placeBefore(text);
      await mouse.move(before.x, before.y, { steps: 5 });
      const after = await placeBefore(text);
      return before.x === after.x && before.y === after.y;
    });
    await mouse.up();
    await keyboard.up("Shift");
  }

  it("begin with the view, its commands, and a tenant to add", async () => {
    await expect.poll(() => workbench.viewContainers()).toContain("Vault Connections");
    await workbench.openViewContainer("Vault Connections");
    await tree.waitForWelcome("No tenant yet.");
    await expect.poll(buttons).toEqual(["Add Tenant…"]);
    // What needs a tenant, a file or a row is listed once there is one.
    const commands = await untilValue(
      "the commands",
      () => workbench.commandsMatching("Vault Connections"),
      (listed) => listed.includes("Vault Connections: Add Tenant…"),
    );
    for (const title of ["Push", "Refresh", "Filter…", "Compare All with Service", "Copy ID"])
      expect(commands).not.toContain(`Vault Connections: ${title}`);
    await tree.pressWelcome("Add Tenant");
    await quickInput.leave("The tenant's address");
  });

  it("name the hosts that files belong to, and fill in the address", async () => {
    const files = ["one", "two", "three", "four"].map((name) => join(session.workspace, `${name}.vaultconn.json`));
    const hosts = ["Fresh.example.com", "fresh.example.com", acme.host(), "fresh.example.com:443/x"];
    await Promise.all(
      files.map((file, index) => writeFile(file, JSON.stringify({ id: `ac_${index}`, tenant: hosts[index] }))),
    );
    await tree.waitForMessage(/^No tenant yet\. To add one that your setup files belong to, select it\.$/);
    // Files are read one after the other, and the first has a row already.
    const labels = async () => (await tree.rows()).map(({ label, description }) => [label, description]);
    await expect.poll(labels).toEqual([
      ["fresh.example.com", "setup files: 2"],
      [acme.host(), "setup files: 1"],
    ]);
    await workbench.clickToAsk("fresh.example.com");
    await quickInput.waitForStep("fresh.example.com is from a setup file.");
    expect(await quickInput.value()).toBe("fresh.example.com");
    // Typing replaces it.
    await workbench.page.keyboard.type("other.example.com");
    expect(await quickInput.value()).toBe("other.example.com");
    await quickInput.cancel();
    await workbench.openFile("three.vaultconn.json");
    await editor.clickCodeLens(`Push (${acme.host()} isn't one of your tenants)`);
    await notifications.waitFor("isn't one of your tenants.");
    await notifications.press("isn't one of your tenants.", "Add Tenant");
    await quickInput.waitForStep(`${acme.host()} is from a setup file.`);
    expect(await quickInput.value()).toBe(acme.host());
    await quickInput.cancel();
    // With the file in front, the palette means its host, too.
    await workbench.runCommand("Vault Connections: Add Tenant…");
    await quickInput.leave(`${acme.host()} is from a setup file.`);
    await workbench.runCommand("View: Close All Editors");
    await Promise.all(files.map((file) => rm(file)));
    await tree.waitForWelcome("No tenant yet.");
  });

  it("have a walkthrough of five steps, with only the file done", async () => {
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
    await workbench.runCommand("Vault Connections: Get Started");
    await expect.poll(steps).toEqual({
      "Add your tenant": false,
      "Browse the connections": false,
      "Create a setup file": true,
      "Keep secrets out of the file": false,
      "Push the file": false,
    });
    await expect.poll(hasPicture).toBe(true);
  });

  it("retry if the tenant can't be reached, and refresh if it's empty", async () => {
    await editSettings({ "vaultconn.tenants": [{ name: "Fresh", baseUrl: fresh().baseUrl }] });
    fresh().faults.add({ kind: "silence", how: "reset", when: "before" }, { operation: "list", times: "always" });
    await workbench.clickToAsk("Fresh");
    await quickInput.choose("Choose how to sign in", "Access token");
    await quickInput.answer("An access token with", fresh().accessToken);
    await quickInput.choose("To continue anyway, press Enter again.");
    await tree.waitForWelcome("Can't reach the tenant.");
    fresh().faults.clear();
    await tree.pressWelcome("Retry");
    await tree.waitForWelcome("This tenant has no connections yet.");
    fresh().connections.insert({ name: "The first" });
    await tree.pressWelcome("Refresh");
    await tree.waitForRow("The first");
  });

  it("continue with a sign-in that the walkthrough notices", async () => {
    await editSettings({ "vaultconn.tenants": [{ name: "Acme", baseUrl: acme().baseUrl }] });
    await tree.waitForMessage(/^You're signed out of Acme\. To sign in, select it\.$/);
    await tree.waitForDescription("Acme", /signed out/);
    await expect.poll(buttons).toEqual(["Add Tenant…"]);
    await workbench.clickToAsk("Acme");
    await workbench.signIn(acme().accessToken);
    await tree.waitForRow("Billing webhook");
    await expect.poll(steps).toMatchObject({ "Add your tenant": true, "Browse the connections": true });
    await expect.poll(buttons).toEqual(["Filter…", "Refresh", "Add Tenant…"]);
  });

  it("offer for each row what can be done with it", async () => {
    const ofConnection = ["Create Setup File…", "Rename…", "Show Record", "Copy ID", "Copy Name"];
    await expect.poll(() => tree.menuEntries("Billing webhook")).toEqual(ofConnection);
    await expect
      .poll(() => tree.menuEntries("Acme"))
      .toEqual(["Sign In…", "Sign Out", "Refresh", "Load All", "Edit Tenant…", "Remove Tenant…"]);
  });

  it("show a connection's record, read-only", async () => {
    await tree.chooseFromMenu("Billing webhook", "Show Record");
    await editor.waitForTab("Billing-webhook.json");
    await editor.waitForText('"fingerprint"');
    // VS Code takes the message away when something else takes the focus.
    await untilDone("the refusal", async (patience) => {
      await editor.press("Delete");
      await until(
        "it",
        async () => (await readText(workbench.page.locator(".monaco-editor-overlaymessage"))).includes("read-only"),
        patience,
      );
    });
    await workbench.runCommand("View: Close Editor");
  });

  it("load every page without an action", async () => {
    const lastPage = Math.floor((CONNECTIONS - 1) / 100);
    await acme().requests.waitFor({ operation: "list", page: lastPage });
    expect(await workbench.viewContainers()).toContain("Vault Connections");
  });

  it("lead from a file to its connection's row", async () => {
    await workbench.openFile("last.vaultconn.json");
    await workbench.runCommand("Vault Connections: Reveal in Sidebar");
    await expect.poll(() => tree.selected()).toBe(last().name);
  });

  it("insert a dropped row's ID into a file", async () => {
    await workbench.openFile("drop.vaultconn.json");
    // The line moves down when the code lens comes.
    await editor.waitForLenses(/./);
    await dragInto(last().name, ",");
    const text = await editor.waitForText(last().id);
    expect(text).toContain(`"id": "${last().id}",`);
    await editor.save();
  });

  it("say that the filter hides everything, and clear it", async () => {
    await workbench.runCommand("Vault Connections: Filter…");
    await quickInput.pick("By text…");
    await quickInput.answer("Filter connections by text", "no such connection");
    await tree.waitForWelcome("No connection matches the filter.");
    await tree.pressWelcome("Show All Connections");
    await tree.waitForRow("Billing webhook");
  });

  it("complete the walkthrough with a push and a stored secret", async () => {
    await workbench.push("last.vaultconn.json");
    await dialog.press("Push");
    await notifications.waitFor(/^Pushed\. “Renamed” is (not )?ready\.$/);
    // The command writes the reference at the cursor.
    await editor.placeCursorBefore("enamed");
    await workbench.storeSecret("FIRST_SECRET", canary("canary-first-51b0"));
    await editor.waitForText("R${secret:FIRST_SECRET}enamed");
    await editor.save();
    await workbench.runCommand("Vault Connections: Get Started");
    await expect.poll(async () => Object.values(await steps())).toEqual([true, true, true, true, true]);
    // Until its picture is there, the page takes the focus away from whatever is opened.
    await expect.poll(hasPicture).toBe(true);
  });

  it("come from an empty view to a push in at most 15 actions", async () => {
    await workbench.runCommand("View: Close All Editors");
    await notifications.dismissAll();
    await editSettings({ "vaultconn.tenants": [] });
    await tree.waitForWelcome("No tenant yet.");
    await workbench.runCommand("View: Show Explorer");
    const pushed = acme.patches().length;
    /** A click, a key, or a text that's typed or pasted. */
    let actions = 0;
    const act = async (action: Promise<void>): Promise<void> => {
      actions += 1;
      await action;
    };
    const answer = async (step: string, text: string): Promise<void> => {
      await quickInput.waitForStep(step);
      await act(quickInput.type(text));
      await act(quickInput.accept());
    };
    await act(workbench.openViewContainer("Vault Connections"));
    await act(tree.pressWelcome("Add Tenant"));
    await answer("The tenant's address", acme().baseUrl);
    await act(quickInput.choose("Choose how to sign in", "Access token"));
    await answer("An access token with", acme().accessToken);
    const row = acme.nameOf(1);
    await tree.waitForRow(row);
    await act(tree.inlineAction(row, "Create Setup File…"));
    await act(quickInput.choose("authenticate?", "API key with base URL"));
    // The cursor is in the first value.
    await expect.poll(() => editor.position()).not.toMatch(/^(Ln 1, Col 1)?$/);
    await expect.poll(() => editor.squiggles()).toMatchObject({ error: 1, warning: 1 });
    await act(editor.press("Shift+Alt+Period"));
    const key = canary("canary-first-key-88d1");
    await answer("_API_KEY}", key);
    // The cursor is in the next one.
    await expect.poll(() => editor.position()).toBe("Ln 8, Col 18");
    await act(editor.type("https://api.example.com"));
    await act(editor.clickCodeLens(`Push to ${acme.host()} · ${row}`));
    await act(dialog.press("Push"));
    await notifications.waitFor(/^Pushed\./);
    expect(actions).toBeLessThanOrEqual(15);
    expect(acme.bodies().slice(pushed)).toEqual([
      JSON.stringify({ setup: { type: "API_KEY", api_key: key, base_url: "https://api.example.com" } }),
    ]);
  });
});
