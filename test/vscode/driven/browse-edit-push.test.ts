import { describe, expect, it } from "vitest";

import type { Connection } from "../../../schemas/generated/connection.js";
import { untilDone } from "../drive/until.js";
import {
  canary,
  useService,
  dialog,
  editor,
  notifications,
  onDisk,
  quickInput,
  session,
  tree,
  useVsCode,
  workbench,
} from "./window.js";

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
    await workbench.openViewContainer("Vault Connections");
    const [first] = firstLoaded();
    const ready = await tree.waitForRow(first?.name ?? "");
    expect(ready.description).toMatch(new RegExp(`^${first?.app_id ?? ""} · .+ ago$`));
    expect(ready.icon).toBe("zap");
    const notReady = firstLoaded().find((connection) => !connection.ready);
    const row = await tree.waitForRow(notReady?.name ?? "");
    expect(row.description).toMatch(new RegExp(`^${notReady?.app_id ?? ""} · not ready · .+ ago$`));
    expect(row.icon).toBe("warning");
    expect(row.spoken).toContain("not ready");

    await tree.waitForRows(
      (rows) => rows.at(-1)?.label === "Load more" && rows.at(-1)?.description === "1,000 of 10,000 loaded",
      "End",
    );
    await tree.click("Load more");
    await tree.waitForRows((rows) => rows.at(-1)?.description === "1,100 of 10,000 loaded", "End");
  });

  it("says in the list why more couldn't be loaded, and retries", async () => {
    await workbench.push("without-id.vaultconn.json");
    await quickInput.waitForStep("Push without-id.vaultconn.json to which connection?");
    const firstRow = async () => (await quickInput.rows())[0];
    // On the page that is read next.
    const wanted = service().connections.get(service.id(1150));
    await quickInput.type(wanted?.id ?? "");
    service().faults.add({ kind: "reply", status: 400, body: "{}" }, { operation: "list" });
    await quickInput.pick("Load more");
    await expect.poll(firstRow).toMatchObject({
      label: "Load more: retry",
      description: "1,100 of 10,000 loaded",
      detail: expect.stringMatching(/^Acme rejected the request/) as string,
    });
    await quickInput.accept();
    await expect.poll(firstRow).toMatchObject({ label: wanted?.name });
    expect(await quickInput.value()).toBe(wanted?.id);
    await quickInput.cancel();
    expect(service.patches()).toHaveLength(0);
    await tree.press("Home");
  });

  it("reports a mistake at its word, refuses to push, and accepts the correction", async () => {
    await workbench.openFile("salesforce.vaultconn.json");
    await expect.poll(() => editor.squiggles()).toMatchObject({ error: 1 });
    await editor.waitForLenses(/^Push to Acme/);
    await untilDone("what is wrong, below the line", async (timeout) => {
      await editor.press("F8");
      await workbench.page.locator(".zone-widget .message", { hasText: "api_key" }).first().waitFor({ timeout });
    });
    await editor.press("Escape");

    await workbench.runCommand("Vault Connections: Push");
    await notifications.waitFor("Fix 1 problem in salesforce.vaultconn.json first. It's on line 8.");
    expect(service.patches()).toEqual([]);
    await notifications.dismissAll();

    await editor.select("api_ky");
    await editor.type("api_key");
    await expect.poll(() => editor.squiggles()).toMatchObject({ error: 0 });
  });

  it("pushes exactly what the file says after confirmation, and shows the new name", async () => {
    await workbench.runCommand("Vault Connections: Push");
    const { message, detail } = await dialog.read();
    expect(message).toContain("Acme");
    expect(detail).toContain("Salesforce EU production");
    expect(detail).toContain("api_key, base_url");
    expect(detail).not.toContain(SECRET);
    expect(service.patches()).toEqual([]);

    await dialog.press("Push");
    await notifications.waitFor("Pushed. “Salesforce EU” is ready.");
    expect(service.patches()).toHaveLength(1);
    const [patch] = service.patches();
    expect(patch?.path).toBe(`/api/v2/flows/vault/connections/${service.id(0)}`);
    expect(patch?.body.toString()).toBe(
      `{"name":"Salesforce EU","setup":{"type":"API_KEY","api_key":"${SECRET}","base_url":"https://eu.salesforce.example.com"}}`,
    );
    await workbench.runCommand("Vault Connections: Sort by Last Change");
    const [tenant, latest] = await tree.waitForRows(
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
    await workbench.runCommand("Vault Connections: Load All");
    await tree.waitForRows(
      (rows) =>
        rows.at(-1)?.label === "Show more rows" && rows.at(-1)?.description.includes("1,000 of 10,000") === true,
      "End",
    );
    await tree.press("Home");
    await tree.titleAction("Filter…");
    await quickInput.pick("Not ready");
    await tree.waitForMessage(/^Showing [\d,]+ of 10,000: not ready$/);
    await tree.waitForRows(
      (rows) =>
        rows.length > 5 && rows.every(({ level, description }) => level === 1 || description.includes(" · not ready")),
    );
    await workbench.runCommand("Vault Connections: Show All Connections");
    await tree.waitForMessage(/^$/);
  });

  it("finds a connection among all", async () => {
    await workbench.runCommand("Vault Connections: Find Connection…");
    await quickInput.waitForStep("Name, application, or ID");
    await quickInput.type(service.id(ALL - 1));
    await quickInput.waitForRows(service.nameOf(ALL - 1));
    await quickInput.accept();
    await expect.poll(() => tree.selected()).toBe(service.nameOf(ALL - 1));
  });

  it("pushes to the last connection with as few requests as to the first", async () => {
    const before = service().requests.all().length;
    await workbench.push("last.vaultconn.json");
    await dialog.press("Push");
    await notifications.waitFor(/^Pushed\. “The last one” is/);
    const made = service().requests.all().slice(before);
    expect(made.map(({ operation, query }) => [operation, query.get("page")])).toEqual([
      ["list", "99"],
      ["list", "99"],
      ["update", null],
    ]);
  });

  it("logs its requests", async () => {
    const logs = async () => (await session.files()).filter(({ name }) => name.endsWith(".log"));
    await expect.poll(async () => (await logs()).map(({ text }) => text).join()).toContain("PATCH");
  });
});
