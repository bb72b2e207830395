import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { readParts, readText } from "../drive/dom.js";
import { until, untilDone, untilValue } from "../drive/until.js";
import { canary, editSettings, ui, useService, useVsCode } from "./window.js";

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
    const items = ui.workbench.page.locator(
      ".editor-group-container.active .gettingStartedContainer .getting-started-step",
    );
    const read = await readParts(items, { title: ".step-title", mark: "[role=checkbox]@class" });
    return Object.fromEntries(read.map(({ title, mark }) => [title, mark.includes("step-checked")]));
  };
  /** Whether the picture of the step that is open is drawn. */
  const hasPicture = async () =>
    (await ui.workbench.page.locator(".gettingStartedContainer .getting-started-media").isVisible()) &&
    (await ui.workbench.page.locator("iframe.webview.ready").count()) > 0;
  const buttons = () => ui.tree.titleActions();

  /** Where in the window the first occurrence of a text in the editor begins. All characters are taken to be of one width. */
  const placeBefore = (text: string) =>
    until(`"${text}" on the screen`, async () => {
      const line = ui.editor.root.locator(".view-line > span", { hasText: text }).first();
      const [box, content] = [await line.boundingBox({ timeout: 1000 }), await readText(line)];
      if (box === null || !content.includes(text)) return undefined;
      return { x: box.x + (box.width * content.indexOf(text)) / content.length, y: box.y + box.height / 2 };
    });

  /** Drags a row before a text, with Shift held, which is how VS Code is told to put it into an editor. */
  async function dragInto(label: string, text: string): Promise<void> {
    const { mouse, keyboard } = ui.workbench.page;
    await ui.tree.row(label).locator(".label-name").hover();
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
    await expect.poll(() => ui.workbench.viewContainers()).toContain("Vault Connections");
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForWelcome("No tenant yet.");
    await expect.poll(buttons).toEqual(["Add Tenant…"]);
    // What needs a tenant, a file or a row is listed once there is one.
    const commands = await untilValue(
      "the commands",
      () => ui.workbench.commandsMatching("Vault Connections"),
      (listed) => listed.includes("Vault Connections: Add Tenant…"),
    );
    for (const title of ["Push", "Refresh", "Filter…", "Compare All with Service", "Copy ID"])
      expect(commands).not.toContain(`Vault Connections: ${title}`);
    await ui.tree.pressWelcome("Add Tenant");
    await ui.quickInput.leave("The tenant's address");
  });

  it("name the hosts that files belong to, and fill in the address", async () => {
    const files = ["one", "two", "three", "four"].map((name) => join(ui.session.workspace, `${name}.vaultconn.json`));
    const hosts = ["Fresh.example.com", "fresh.example.com", acme.host(), "fresh.example.com:443/x"];
    await Promise.all(
      files.map((file, index) => writeFile(file, JSON.stringify({ id: `ac_${index}`, tenant: hosts[index] }))),
    );
    await ui.tree.waitForMessage(/^No tenant yet\. To add one that your setup files belong to, select it\.$/);
    // Files are read one after the other, and the first has a row already.
    const labels = async () => (await ui.tree.rows()).map(({ label, description }) => [label, description]);
    await expect.poll(labels).toEqual([
      ["fresh.example.com", "setup files: 2"],
      [acme.host(), "setup files: 1"],
    ]);
    await ui.workbench.clickToAsk("fresh.example.com");
    await ui.quickInput.waitForStep("fresh.example.com is from a setup file.");
    expect(await ui.quickInput.value()).toBe("fresh.example.com");
    // Typing replaces it.
    await ui.workbench.page.keyboard.type("other.example.com");
    expect(await ui.quickInput.value()).toBe("other.example.com");
    await ui.quickInput.cancel();
    await ui.workbench.openFile("three.vaultconn.json");
    await ui.editor.clickCodeLens(`Push (${acme.host()} isn't one of your tenants)`);
    await ui.notifications.waitFor("isn't one of your tenants.");
    await ui.notifications.press("isn't one of your tenants.", "Add Tenant");
    await ui.quickInput.waitForStep(`${acme.host()} is from a setup file.`);
    expect(await ui.quickInput.value()).toBe(acme.host());
    await ui.quickInput.cancel();
    // With the file in front, the palette means its host, too.
    await ui.workbench.runCommand("Vault Connections: Add Tenant…");
    await ui.quickInput.leave(`${acme.host()} is from a setup file.`);
    await ui.workbench.runCommand("View: Close All Editors");
    await Promise.all(files.map((file) => rm(file)));
    await ui.tree.waitForWelcome("No tenant yet.");
  });

  it("have a walkthrough of five steps, with only the file done", async () => {
    await ui.workbench.page.setViewportSize({ width: 1600, height: 900 });
    await ui.workbench.runCommand("Vault Connections: Get Started");
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
    await ui.workbench.clickToAsk("Fresh");
    await ui.quickInput.choose("Choose how to sign in", "Access token");
    await ui.quickInput.answer("An access token with", fresh().accessToken);
    await ui.quickInput.choose("To continue anyway, press Enter again.");
    await ui.tree.waitForWelcome("Can't reach the tenant.");
    fresh().faults.clear();
    await ui.tree.pressWelcome("Retry");
    await ui.tree.waitForWelcome("This tenant has no connections yet.");
    fresh().connections.insert({ name: "The first" });
    await ui.tree.pressWelcome("Refresh");
    await ui.tree.waitForRow("The first");
  });

  it("continue with a sign-in that the walkthrough notices", async () => {
    await editSettings({ "vaultconn.tenants": [{ name: "Acme", baseUrl: acme().baseUrl }] });
    await ui.tree.waitForMessage(/^You're signed out of Acme\. To sign in, select it\.$/);
    await ui.tree.waitForDescription("Acme", /signed out/);
    await expect.poll(buttons).toEqual(["Add Tenant…"]);
    await ui.workbench.clickToAsk("Acme");
    await ui.workbench.signIn(acme().accessToken);
    await ui.tree.waitForRow("Billing webhook");
    await expect.poll(steps).toMatchObject({ "Add your tenant": true, "Browse the connections": true });
    await expect.poll(buttons).toEqual(["Filter…", "Refresh", "Add Tenant…"]);
  });

  it("offer for each row what can be done with it", async () => {
    const ofConnection = ["Create Setup File…", "Rename…", "Show Record", "Copy ID", "Copy Name"];
    await expect.poll(() => ui.tree.menuEntries("Billing webhook")).toEqual(ofConnection);
    await expect
      .poll(() => ui.tree.menuEntries("Acme"))
      .toEqual(["Sign In…", "Sign Out", "Refresh", "Load All", "Edit Tenant…", "Remove Tenant…"]);
  });

  it("show a connection's record, read-only", async () => {
    await ui.tree.chooseFromMenu("Billing webhook", "Show Record");
    await ui.editor.waitForTab("Billing-webhook.json");
    await ui.editor.waitForText('"fingerprint"');
    // VS Code takes the message away when something else takes the focus.
    await untilDone("the refusal", async (patience) => {
      await ui.editor.press("Delete");
      await until(
        "it",
        async () => (await readText(ui.workbench.page.locator(".monaco-editor-overlaymessage"))).includes("read-only"),
        patience,
      );
    });
    await ui.workbench.runCommand("View: Close Editor");
  });

  it("load every page without an action", async () => {
    const lastPage = Math.floor((CONNECTIONS - 1) / 100);
    await acme().requests.waitFor({ operation: "list", page: lastPage });
    expect(await ui.workbench.viewContainers()).toContain("Vault Connections");
  });

  it("lead from a file to its connection's row", async () => {
    await ui.workbench.openFile("last.vaultconn.json");
    await ui.workbench.runCommand("Vault Connections: Reveal in Sidebar");
    await expect.poll(() => ui.tree.selected()).toBe(last().name);
  });

  it("insert a dropped row's ID into a file", async () => {
    await ui.workbench.openFile("drop.vaultconn.json");
    // The line moves down when the code lens comes.
    await ui.editor.waitForLenses(/./);
    await dragInto(last().name, ",");
    const text = await ui.editor.waitForText(last().id);
    expect(text).toContain(`"id": "${last().id}",`);
    await ui.editor.save();
  });

  it("say that the filter hides everything, and clear it", async () => {
    await ui.workbench.runCommand("Vault Connections: Filter…");
    await ui.quickInput.pick("By text…");
    await ui.quickInput.answer("Filter connections by text", "no such connection");
    await ui.tree.waitForWelcome("No connection matches the filter.");
    await ui.tree.pressWelcome("Show All Connections");
    await ui.tree.waitForRow("Billing webhook");
  });

  it("complete the walkthrough with a push and a stored secret", async () => {
    await ui.workbench.push("last.vaultconn.json");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor(/^Pushed\. “Renamed” is (not )?ready\.$/);
    // The command writes the reference at the cursor.
    await ui.editor.placeCursorBefore("enamed");
    await ui.workbench.storeSecret("FIRST_SECRET", canary("canary-first-51b0"));
    await ui.editor.waitForText("R${secret:FIRST_SECRET}enamed");
    await ui.editor.save();
    await ui.workbench.runCommand("Vault Connections: Get Started");
    await expect.poll(async () => Object.values(await steps())).toEqual([true, true, true, true, true]);
    // Until its picture is there, the page takes the focus away from whatever is opened.
    await expect.poll(hasPicture).toBe(true);
  });

  it("come from an empty view to a push in at most 15 actions", async () => {
    await ui.workbench.runCommand("View: Close All Editors");
    await ui.notifications.dismissAll();
    await editSettings({ "vaultconn.tenants": [] });
    await ui.tree.waitForWelcome("No tenant yet.");
    await ui.workbench.runCommand("View: Show Explorer");
    const pushed = acme.patches().length;
    /** A click, a key, or a text that's typed or pasted. */
    let actions = 0;
    const act = async (action: Promise<void>): Promise<void> => {
      actions += 1;
      await action;
    };
    const answer = async (step: string, text: string): Promise<void> => {
      await ui.quickInput.waitForStep(step);
      await act(ui.quickInput.type(text));
      await act(ui.quickInput.accept());
    };
    await act(ui.workbench.openViewContainer("Vault Connections"));
    await act(ui.tree.pressWelcome("Add Tenant"));
    await answer("The tenant's address", acme().baseUrl);
    await act(ui.quickInput.choose("Choose how to sign in", "Access token"));
    await answer("An access token with", acme().accessToken);
    const row = acme.nameOf(1);
    await ui.tree.waitForRow(row);
    await act(ui.tree.inlineAction(row, "Create Setup File…"));
    await act(ui.quickInput.choose("authenticate?", "API key with base URL"));
    // The cursor is in the first value.
    await expect.poll(() => ui.editor.position()).not.toMatch(/^(Ln 1, Col 1)?$/);
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 1, warning: 1 });
    await act(ui.editor.press("Shift+Alt+Period"));
    const key = canary("canary-first-key-88d1");
    await answer("_API_KEY}", key);
    // The cursor is in the next one.
    await expect.poll(() => ui.editor.position()).toBe("Ln 8, Col 18");
    await act(ui.editor.type("https://api.example.com"));
    await act(ui.editor.clickCodeLens(`Push to ${acme.host()} · ${row}`));
    await act(ui.dialog.press("Push"));
    await ui.notifications.waitFor(/^Pushed\./);
    expect(actions).toBeLessThanOrEqual(15);
    expect(acme.bodies().slice(pushed)).toEqual([
      JSON.stringify({ setup: { type: "API_KEY", api_key: key, base_url: "https://api.example.com" } }),
    ]);
  });
});
