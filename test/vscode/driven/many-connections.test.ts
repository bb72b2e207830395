import { describe, expect, it } from "vitest";

import { TIMEOUT_MS, untilValue } from "../drive/until.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

/** As many as the interface can list: 1,001 pages of 100. */
const ALL = 100_100;

/** One story: what the first test loads is what the others look through. */
describe("a tenant with as many connections as can be listed", () => {
  const service = useService("Acme", { connections: ALL, keptRequests: 10 });
  const last = () => service().connections.idAt(ALL - 1);
  const session = useVsCode(() => ({
    workspace: { "last.vaultconn.json": JSON.stringify({ id: last(), name: "The last one" }) },
    environment: service.environment(),
  }));

  it("loads the first 1,000 without an action and everything on request, with a count", async () => {
    const { workbench } = session();
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Connections");
    await untilValue(
      "rows",
      () => tree.rows(),
      (rows) => rows.length > 10,
    );
    await untilValue(
      "how many are loaded",
      async () => (await tree.waitForRow("Acme")).description,
      (description) => description.startsWith("1,000 of 100,100 loaded · "),
    );
    await untilValue(
      "the last row",
      async () => (await tree.scrollToEnd(), (await tree.rows()).at(-1)),
      (row) => row?.label === "Load more" && row.description === "1,000 of 100,100 loaded",
    );
    // The log keeps ten requests, whose numbers count all.
    expect(service().requests.all().at(-1)).toMatchObject({ number: 10, operation: "list" });
    await tree.scrollToStart();
    const started = performance.now();
    await workbench.runCommand("Vault Connections: Load All");
    // A thousand requests, each as large as a page can be, take as long as three waits for something else.
    await untilValue(
      "all rows",
      async () => (await tree.scrollToEnd(), await tree.rows()),
      (rows) =>
        rows.some(({ label, description }) => label === "Show more rows" && description.includes("1,000 of 100,100")),
      3 * TIMEOUT_MS,
    );
    console.log(`loaded and drawn in ${Math.round(performance.now() - started)} ms`);
    await tree.scrollToStart();
  });

  it("filters, collapses and expands without a wait", async () => {
    const { workbench } = session();
    const tree = workbench.tree("Connections");
    const started = performance.now();
    await tree.titleAction("Filter…");
    await workbench.quickInput.pick("Not ready");
    const message = await untilValue(
      "the message",
      () => tree.message(),
      (text) => /^Showing [\d,]+ of 100,100: not ready$/.test(text),
    );
    console.log(`filtered in ${Math.round(performance.now() - started)} ms: ${message}`);
    await untilValue(
      "rows that are not ready",
      () => tree.rows(),
      (rows) => rows.length > 5 && rows.slice(1).every(({ description }) => description.startsWith("not ready")),
    );
    const collapsing = performance.now();
    await tree.collapse("Acme");
    await tree.expand("Acme");
    await untilValue(
      "rows",
      () => tree.rows(),
      (rows) => rows.length > 10,
    );
    console.log(`collapsed and expanded in ${Math.round(performance.now() - collapsing)} ms`);
    await workbench.runCommand("Vault Connections: Show All Connections");
    await untilValue(
      "no message",
      () => tree.message(),
      (text) => text === "",
    );
  });

  it("finds a connection among all of them", async () => {
    const { workbench } = session();
    const record = service().connections.get(last());
    await workbench.runCommand("Vault Connections: Find Connection…");
    await workbench.quickInput.waitForStep("Name, application or id");
    await workbench.quickInput.type(record?.id ?? "");
    await untilValue(
      "the match, and no other",
      () => workbench.quickInput.rows(),
      (found) => found.length === 1 && found[0]?.label === record?.name,
    );
    await workbench.quickInput.cancel();
  });

  it("pushes to the last of them with no more requests than to the first: its row tells the page", async () => {
    const { workbench } = session();
    const before = service().requests.all().at(-1)?.number ?? 0;
    await workbench.openFile("last.vaultconn.json");
    await workbench.runCommand("Vault Connections: Push");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor(/^Pushed\. The last one is/);
    const made = service()
      .requests.all()
      .filter(({ number }) => number > before);
    expect(made.map(({ operation, query }) => [operation, query.get("page")])).toEqual([
      ["list", "1000"],
      ["list", "1000"],
      ["update", null],
    ]);
  });
});
