import { describe, expect, it } from "vitest";

import type { Connection } from "../../../schemas/generated/connection.js";
import { untilDone } from "../drive/until.js";
import { canary, onDisk, ui, useService, useVsCode } from "./window.js";

const SECRET = canary("canary-7f3a");

/** More than are loaded without an action, and than are drawn. */
const ALL = 10_000;

/** One story about one file and its connection. */
describe("browsing, editing and pushing", () => {
  const service = useService("Acme", { connections: ALL, latestChange: Date.now() });
  useVsCode(() => ({
    workspace: {
      "salesforce.vaultconn.json": service
        .file(0, {
          name: "Salesforce EU",
          setup: { type: "API_KEY", api_ky: SECRET, base_url: "https://eu.salesforce.example.com" },
        })
        .replace("{", "{\n  // The key is misspelt."),
      "without-id.vaultconn.json": '{ "name": "New" }\n',
      "last.vaultconn.json": JSON.stringify({ id: service.id(ALL - 1), name: "The last one" }),
    },
    environment: service.environment(),
  }));

  /** The connections that are loaded without an action, in the order the sidebar shows them. */
  function firstLoaded(): Connection[] {
    const records = Array.from({ length: 1000 }, (_, index) => service().connections.get(service.id(index))).filter(
      (record) => record !== undefined,
    );
    return records.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true, sensitivity: "base" }));
  }

  it("shows the tenant's connections with application and readiness, and loads more on request", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    const [first] = firstLoaded();
    const ready = await ui.tree.waitForRow(first?.name ?? "");
    expect(ready.description).toMatch(new RegExp(`^${first?.app_id ?? ""} · .+ ago$`));
    expect(ready.icon).toBe("zap");
    const notReady = firstLoaded().find((connection) => !connection.ready);
    const row = await ui.tree.waitForRow(notReady?.name ?? "");
    expect(row.description).toMatch(new RegExp(`^${notReady?.app_id ?? ""} · not ready · .+ ago$`));
    expect(row.icon).toBe("warning");
    expect(row.spoken).toContain("not ready");

    await ui.tree.waitForRows(
      (rows) => rows.at(-1)?.label === "Load more" && rows.at(-1)?.description === "1,000 of 10,000 loaded",
      "End",
    );
    await ui.tree.click("Load more");
    await ui.tree.waitForRows((rows) => rows.at(-1)?.description === "1,100 of 10,000 loaded", "End");
  });

  it("says in the list why more couldn't be loaded, and retries", async () => {
    await ui.workbench.push("without-id.vaultconn.json");
    await ui.quickInput.waitForStep("Push without-id.vaultconn.json to which connection?");
    const firstRow = async () => (await ui.quickInput.rows())[0];
    // On the page that is read next.
    const wanted = service().connections.get(service.id(1150));
    await ui.quickInput.type(wanted?.id ?? "");
    service().faults.add({ kind: "reply", status: 400, body: "{}" }, { operation: "list" });
    await ui.quickInput.pick("Load more");
    await expect.poll(firstRow).toMatchObject({
      label: "Load more: retry",
      description: "1,100 of 10,000 loaded",
      detail: expect.stringMatching(/^Acme rejected the request/) as string,
    });
    await ui.quickInput.accept();
    await expect.poll(firstRow).toMatchObject({ label: wanted?.name });
    expect(await ui.quickInput.value()).toBe(wanted?.id);
    await ui.quickInput.cancel();
    expect(service.patches()).toHaveLength(0);
    await ui.tree.press("Home");
  });

  it("reports a mistake at its word, refuses to push, and accepts the correction", async () => {
    await ui.workbench.openFile("salesforce.vaultconn.json");
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 1 });
    await ui.editor.waitForLenses(/^Push to Acme/);
    await untilDone("what is wrong, below the line", async (timeout) => {
      await ui.editor.press("F8");
      await ui.workbench.page.locator(".zone-widget .message", { hasText: "api_key" }).first().waitFor({ timeout });
    });
    await ui.editor.press("Escape");

    await ui.workbench.runCommand("Vault Connections: Push");
    await ui.notifications.waitFor("Fix 1 problem in salesforce.vaultconn.json first. It's on line 8.");
    expect(service.patches()).toEqual([]);
    await ui.notifications.dismissAll();

    await ui.editor.select("api_ky");
    await ui.editor.type("api_key");
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 0 });
  });

  it("pushes exactly what the file says after confirmation, and shows the new name", async () => {
    await ui.workbench.runCommand("Vault Connections: Push");
    const { message, detail } = await ui.dialog.read();
    expect(message).toContain("Acme");
    expect(detail).toContain("Salesforce EU production");
    expect(detail).toContain("api_key, base_url");
    expect(detail).not.toContain(SECRET);
    expect(service.patches()).toEqual([]);

    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Salesforce EU” is ready.");
    expect(service.patches()).toHaveLength(1);
    const [patch] = service.patches();
    expect(patch?.path).toBe(`/api/v2/flows/vault/connections/${service.id(0)}`);
    expect(patch?.body.toString()).toBe(
      `{"name":"Salesforce EU","setup":{"type":"API_KEY","api_key":"${SECRET}","base_url":"https://eu.salesforce.example.com"}}`,
    );
    await ui.workbench.runCommand("Vault Connections: Sort by Last Change");
    const [tenant, latest] = await ui.tree.waitForRows(
      // A slow machine draws it minutes later.
      ([, row]) =>
        row?.label === "Salesforce EU" && /^SALESFORCE · file in sync · (now|\d minutes? ago)$/.test(row.description),
      "Home",
    );
    expect(latest?.icon).toBe("file-code");
    expect(latest?.spoken).toContain("setup file");
    expect(tenant?.label).toBe("Acme");
    expect(await onDisk("salesforce.vaultconn.json")).toContain(`"api_key": "${SECRET}"`);
  });

  it("loads all connections on request, and filters them", async () => {
    await ui.workbench.runCommand("Vault Connections: Load All");
    await ui.tree.waitForRows(
      (rows) =>
        rows.at(-1)?.label === "Show more rows" && rows.at(-1)?.description.includes("1,000 of 10,000") === true,
      "End",
    );
    await ui.tree.press("Home");
    await ui.tree.titleAction("Filter…");
    await ui.quickInput.pick("Not ready");
    await ui.tree.waitForMessage(/^Showing [\d,]+ of 10,000: not ready$/);
    await ui.tree.waitForRows(
      (rows) =>
        rows.length > 5 && rows.every(({ level, description }) => level === 1 || description.includes(" · not ready")),
    );
    await ui.workbench.runCommand("Vault Connections: Show All Connections");
    await ui.tree.waitForMessage(/^$/);
  });

  it("finds a connection among all", async () => {
    await ui.workbench.runCommand("Vault Connections: Find Connection…");
    await ui.quickInput.waitForStep("Name, application, or ID");
    await ui.quickInput.type(service.id(ALL - 1));
    await ui.quickInput.waitForRows(service.nameOf(ALL - 1));
    await ui.quickInput.accept();
    await expect.poll(() => ui.tree.selected()).toBe(service.nameOf(ALL - 1));
  });

  it("pushes to the last connection with as few requests as to the first", async () => {
    const before = service().requests.all().length;
    await ui.workbench.push("last.vaultconn.json");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor(/^Pushed\. “The last one” is/);
    const made = service().requests.all().slice(before);
    expect(made.map(({ operation, query }) => [operation, query.get("page")])).toEqual([
      ["list", "99"],
      ["list", "99"],
      ["update", null],
    ]);
  });

  it("logs its requests", async () => {
    const logs = async () => (await ui.session.files()).filter(({ name }) => name.endsWith(".log"));
    await expect.poll(async () => (await logs()).map(({ text }) => text).join()).toContain("PATCH");
  });
});
