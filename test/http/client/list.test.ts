import { describe, expect, it } from "vitest";
import { CONNECTIONS } from "../../../client/core/service/transport/dispatcher.js";
import { connectionAt } from "../../service/catalogue.js";
import { recordFrom } from "../../unit/records.js";
import { connect, failure, listPages, readAll, served, openService } from "./support.js";

describe("a page of the list", () => {
  it("is requested and read as the interface describes", async () => {
    const { running, client } = await served();
    const { records, total, droppedCount, more } = await client.listPage(0);
    const first = Object.entries(connectionAt(0)).filter(([name]) => name !== "environment");
    expect(records[0]).toEqual(recordFrom(Object.fromEntries(first)));
    expect([records.length, total, droppedCount, more]).toEqual([12, 12, 0, false]);
    const [request] = running.requests.all();
    expect(request).toMatchObject({ method: "GET", path: "/api/v2/flows/vault/connections" });
    expect(request?.query.toString()).toBe("page=0&per_page=100&include_totals=true");
    expect(request?.headers.authorization).toBe(`Bearer ${running.accessToken}`);
    expect(request?.headers["accept-encoding"]).toContain("gzip");
  });

  it("keeps the valid parts of records, and counts those without an ID", async () => {
    const body = JSON.stringify([
      { ...connectionAt(0), name: null, ready: "yes", setup: { type: "API_KEY", api_key: "k" } },
      { id: "only", app_id: 7 },
      { name: "no id" },
      null,
      "text",
      { id: "a".repeat(31) },
      { id: "a\u0007" },
    ]).replace(/\]$/, ',{"__proto__":{"id":"x"},"constructor":1,"id":"own"}]');
    const { client } = await served({ kind: "reply", status: 200, body });
    const page = await client.listPage(0);
    expect(page.droppedCount).toBe(5);
    expect(page.records).toMatchObject([
      { id: connectionAt(0).id, name: "", ready: undefined, fingerprint: connectionAt(0).fingerprint },
      { id: "only", name: "", app_id: "" },
      { id: "own", name: "" },
    ]);
    expect(JSON.stringify(page.records)).not.toContain("api_key");
    expect(page.records.every((record) => Object.getPrototypeOf(record) === Object.prototype)).toBe(true);
  });
});

describe("the whole list", () => {
  it.each([
    [0, 0],
    [1234, 0],
    [250, -200],
    [250, 1_000_000],
    [250, undefined],
  ])("reads all %i records once if the total is wrong by %s", async (connections, totalError) => {
    const running = await openService({ connections, choices: { totalError } });
    const { ids, last } = await readAll(connect(running).client);
    expect(new Set(ids).size).toBe(connections);
    const total = totalError === undefined ? undefined : connections + totalError;
    expect(last).toMatchObject({
      end: connections < (total ?? 0) ? "short" : "end",
      loaded: connections,
      total,
      dropped: 0,
    });
  });

  it("stops when it's canceled, and sends no more requests", async () => {
    const running = await openService({ connections: 2000 });
    const abort = new AbortController();
    const iteration = listPages(connect(running).client, { signal: abort.signal });
    await iteration.next();
    abort.abort();
    expect(await failure(iteration.next())).toMatchObject({ kind: "cancelled", sent: "no" });
    expect(running.requests.all().length).toBeLessThan(1 + CONNECTIONS + 2);
  });
});
