import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { Connection } from "../../../schemas/generated/connection.js";
import { type RecordedRequest } from "../../service/http/request-log.js";
import { untilDone, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const SECRET = canary("canary-7f3a");

const FAULTY = `{
  // The key is misspelt.
  "id": "ID",
  "tenant": "HOST",
  "name": "Salesforce EU",
  "setup": {
    "type": "API_KEY",
    "api_ky": "${SECRET}",
    "base_url": "https://eu.salesforce.example.com"
  }
}
`;

/** More than are loaded without an action, and than are drawn. */
const ALL = 10_000;

/** One story about one file and its connection. */
describe("browsing, editing and pushing", () => {
  const service = useService("Acme", { connections: ALL, latestChange: Date.now() });
  const session = useVsCode(() => {
    const text = FAULTY.replace("ID", service().connections.idAt(0)).replace("HOST", new URL(service().baseUrl).host);
    return {
      workspace: {
        "salesforce.vaultconn.json": text,
        "without-id.vaultconn.json": '{ "name": "New" }\n',
        "last.vaultconn.json": JSON.stringify({ id: lastId(), name: "The last one" }),
      },
      environment: service.environment(),
    };
  });

  const lastId = (): string => service().connections.idAt(ALL - 1);

  /** The connections that are loaded without an action, in the order the sidebar shows them. */
  function firstLoaded(): Connection[] {
    const { connections } = service();
    const records = Array.from({ length: 1000 }, (_, index) => connections.get(connections.idAt(index))).filter(
      (record) => record !== undefined,
    );
    return records.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true, sensitivity: "base" }));
  }

  function patches(): readonly RecordedRequest[] {
    return service().requests.all({ method: "PATCH", id: service().connections.idAt(0) });
  }

  it("shows the tenant's connections with application and readiness, and loads more on request", async () => {
    const { workbench } = session();
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Connections");
    const [first] = firstLoaded();
    const ready = await tree.waitForRow(first?.name ?? "");
    expect(ready.description).toMatch(new RegExp(`^${first?.app_id ?? ""} · .+ ago$`));
    expect(ready.icon).toBe("zap");
    const notReady = firstLoaded().find((connection) => !connection.ready);
    const row = await tree.waitForRow(notReady?.name ?? "");
    expect(row.description).toMatch(new RegExp(`^not ready · ${notReady?.app_id ?? ""} · .+ ago$`));
    expect(row.icon).toBe("warning");
    expect(row.spoken).toContain("not ready");

    await tree.waitForRows(
      (rows) => rows.at(-1)?.label === "Load more" && rows.at(-1)?.description === "1,000 of 10,000 loaded",
      "End",
    );
    await tree.click("Load more");
    await tree.waitForRows((rows) => rows.at(-1)?.description === "1,100 of 10,000 loaded", "End");
  });

  it("says of a filter that it looks through what is loaded", async () => {
    const { workbench } = session();
    const tree = workbench.tree("Connections");
    await tree.titleAction("Filter…");
    await workbench.quickInput.pick("Not ready");
    expect(
      await untilValue(
        "the message",
        () => tree.message(),
        (text) => text !== "",
      ),
    ).toMatch(/^Showing \d+ of 1,100 loaded: not ready$/);
    await tree.titleAction("Show All Connections");
    await tree.waitForMessage(/^$/);
  });

  it("says in the choice of a connection why more could not be loaded, and tries again for what was typed", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    const ASKED = "Push without-id.vaultconn.json to which connection?";
    await workbench.openFile("without-id.vaultconn.json");
    await workbench.runCommand("Vault Connections: Push");
    await quickInput.waitForStep(ASKED);
    // On the page that is read next.
    const wanted = service().connections.get(service().connections.idAt(1150));
    await quickInput.type(wanted?.id ?? "");
    service().faults.add({ kind: "reply", status: 400, body: "{}" }, { operation: "list" });
    await quickInput.pick("Load more");
    const [first] = await untilValue(
      "the reason",
      () => quickInput.rows(),
      (rows) => rows[0]?.label.endsWith("retry") === true,
    );
    expect(first).toMatchObject({ label: "Load more: retry", description: "1,100 of 10,000 loaded" });
    expect(first?.detail).toMatch(/^Acme rejected the request/);
    await quickInput.accept();
    await untilValue(
      "what was typed, found",
      () => quickInput.rows(),
      (rows) => rows[0]?.label === wanted?.name,
    );
    expect(await quickInput.value()).toBe(wanted?.id);
    await quickInput.cancel();
    expect(patches()).toHaveLength(0);
    await workbench.tree("Connections").scrollToStart();
  });

  it("says what else is known in a tooltip", async () => {
    const tree = session().workbench.tree("Connections");
    const named = firstLoaded().find(({ account_name }) => account_name !== undefined);
    const { id = "", name = "", account_name = "" } = named ?? {};
    await tree.waitForRow(name);
    const tooltip = await untilValue(
      "the tooltip",
      () => tree.tooltip(name),
      (text) => text.includes(id),
    );
    for (const label of ["Application", "Readiness", "Created", "Updated", "Fingerprint"])
      expect(tooltip).toContain(label);
    expect(tooltip).not.toContain(account_name);
  });

  it("reports a fault on the wrong word, refuses to push it, and lets go when it is corrected", async () => {
    const { workbench } = session();
    await workbench.openFile("salesforce.vaultconn.json");
    await workbench.editor.waitForMarks({ error: 1 });
    await workbench.editor.waitForCodeLens(/^Push to Acme/);
    await untilDone("what is wrong, below the line", async (timeout) => {
      await workbench.editor.press("F8");
      await workbench.page.locator(".zone-widget .message", { hasText: "api_key" }).first().waitFor({ timeout });
    });
    await workbench.editor.press("Escape");

    await workbench.runCommand("Vault Connections: Push");
    expect((await workbench.notifications.waitFor("1 problem")).message).toMatch(
      /Fix 1 problem in salesforce\.vaultconn\.json before you push\. It's on line 8\./,
    );
    expect(patches()).toEqual([]);
    await workbench.notifications.dismissAll();

    await workbench.editor.select("api_ky");
    await workbench.editor.type("api_key");
    await workbench.editor.waitForMarks({ error: 0 });
  });

  it("completes a field of the variant", async () => {
    const { workbench } = session();
    await workbench.editor.placeCursorBefore('"base_url"');
    await workbench.editor.press("Shift+End", "Delete");
    await workbench.editor.type('"');
    const offered = await workbench.assistance.completions();
    expect(offered).toContain("base_url");
    expect(offered).not.toContain("api_key");
    await workbench.assistance.acceptCompletion("base_url");
    await workbench.editor.type("eu.salesforce.example.com");
    await workbench.editor.waitForMarks({ error: 0 });
  });

  it("pushes after confirmation, byte for byte what the file says, and shows the new name", async () => {
    const { workbench } = session();
    await workbench.runCommand("Vault Connections: Push");
    const dialog = await workbench.dialog.read();
    expect(dialog.message).toContain("Acme");
    expect(dialog.detail).toContain("Salesforce EU production");
    expect(dialog.detail).toContain("api_key, base_url");
    expect(dialog.detail).not.toContain(SECRET);
    expect(patches()).toEqual([]);

    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Salesforce EU is ready.");
    expect(patches()).toHaveLength(1);
    const [patch] = patches();
    expect(patch?.path).toBe(`/api/v2/flows/vault/connections/${service().connections.idAt(0)}`);
    expect(patch?.body.toString()).toBe(
      `{"name":"Salesforce EU","setup":{"type":"API_KEY","api_key":"${SECRET}","base_url":"https://eu.salesforce.example.com"}}`,
    );
    await workbench.runCommand("Vault Connections: Sort by Last Change");
    const tree = workbench.tree("Connections");
    const [tenant, latest] = await tree.waitForRows(
      // A slow machine draws it minutes later.
      ([, row]) =>
        row?.label === "Salesforce EU" && /^file in sync · SALESFORCE · (now|\d minutes? ago)$/.test(row.description),
      "Home",
    );
    expect(latest?.icon).toBe("file-code");
    expect(latest?.spoken).toContain("setup file");
    expect(tenant?.label).toBe("Acme");
    const saved = await readFile(join(session().workspace, "salesforce.vaultconn.json"), "utf8");
    expect(saved).toContain(`"api_key": "${SECRET}"`);
  });

  it("sends nothing when the confirmation is escaped", async () => {
    const { workbench } = session();
    const before = patches().length;
    await workbench.runCommand("Vault Connections: Push");
    await workbench.dialog.cancel();
    await workbench.notifications.waitUntilNothingIsPushed();
    expect(patches()).toHaveLength(before);
  });

  it("keeps the rows when a refresh fails, says why, and loads again on Retry", async () => {
    const { workbench } = session();
    const tree = workbench.tree("Connections");
    service().faults.add(
      { kind: "reply", status: 200, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" },
      { method: "GET" },
    );
    await tree.titleAction("Refresh");
    await tree.waitForRows(
      // Right below its tenant, where it is seen however many rows there are.
      (rows) => rows[1]?.label === "Retry",
      "Home",
    );
    expect((await tree.rows()).length).toBeGreaterThan(5);
    await tree.click("Retry");
    await tree.waitForRows((rows) => rows.every(({ label }) => label !== "Retry"), "Home");
  });

  it("loads all on request, and filters, collapses and expands them", async () => {
    const { workbench } = session();
    const tree = workbench.tree("Connections");
    await workbench.runCommand("Vault Connections: Load All");
    await tree.waitForRows(
      (rows) =>
        rows.some(({ label, description }) => label === "Show more rows" && description.includes("1,000 of 10,000")),
      "End",
    );
    await tree.scrollToStart();
    await tree.titleAction("Filter…");
    await workbench.quickInput.pick("Not ready");
    await tree.waitForMessage(/^Showing [\d,]+ of 10,000: not ready$/);
    await tree.waitForRows(
      (rows) => rows.length > 5 && rows.slice(1).every(({ description }) => description.startsWith("not ready")),
    );
    await tree.collapse("Acme");
    await tree.expand("Acme");
    await workbench.runCommand("Vault Connections: Show All Connections");
    await tree.waitForMessage(/^$/);
  });

  it("finds a connection among all of them", async () => {
    const { workbench } = session();
    await workbench.runCommand("Vault Connections: Find Connection…");
    await workbench.quickInput.waitForStep("Name, application, or ID");
    await workbench.quickInput.type(lastId());
    await workbench.quickInput.waitForRows(service().connections.get(lastId())?.name ?? "");
    await workbench.quickInput.cancel();
  });

  it("pushes to the last of them with no more requests than to the first: its row tells the page", async () => {
    const { workbench } = session();
    const before = service().requests.all().length;
    await workbench.openFile("last.vaultconn.json");
    await workbench.runCommand("Vault Connections: Push");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor(/^Pushed\. The last one is/);
    const made = service().requests.all().slice(before);
    expect(made.map(({ operation, query }) => [operation, query.get("page")])).toEqual([
      ["list", "99"],
      ["list", "99"],
      ["update", null],
    ]);
  });

  it("logs its requests", async () => {
    await session().waitForLog("PATCH");
  });
});
