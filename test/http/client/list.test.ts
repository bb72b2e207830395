import { describe, expect, it } from "vitest";
import { CONNECTIONS } from "../../../client/core/service/transport/dispatcher.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { recordFrom } from "../../unit/service/records.js";
import { connect, failure, listPages, readAll, service, said } from "./support.js";

describe("one page", () => {
  it("has the records as the interface document describes them, and nothing else", async () => {
    const running = await service();
    const { client } = connect(running);
    const { records, total, droppedCount, more } = await client.listPage(0);
    const first = Object.entries(connectionAt(0)).filter(([name]) => name !== "environment");
    expect(records[0]).toEqual(recordFrom(Object.fromEntries(first)));
    expect([records.length, total, droppedCount, more]).toEqual([12, 12, 0, false]);
  });

  it("is asked for as the document says", async () => {
    const running = await service();
    const { client } = connect(running);
    await client.listPage(3);
    const [request] = running.requests.all();
    expect([request?.method, request?.path, request?.query.toString()]).toEqual([
      "GET",
      "/api/v2/flows/vault/connections",
      "page=3&per_page=100&include_totals=true",
    ]);
    expect(request?.headers.authorization).toBe(`Bearer ${running.accessToken}`);
  });

  it.each([
    ["under other names", { records: "items", total: "total_count" }],
    ["one level down", { records: "data", total: "total", within: "meta" }],
    ["as text", { records: "connections", total: "count", asText: true }],
    [
      "among others",
      { records: "connections", total: "total", extra: { start: 0, limit: 50, length: 12, total_pages: 1, links: [] } },
    ],
  ])("has the total wherever it stands: %s", async (_, totals) => {
    const { client } = connect(await service({ choices: { totals } }));
    expect(await client.listPage(0)).toMatchObject({ total: 12, records: { length: 12 } });
  });

  it.each([[1001], [-1], [0.5]])("is refused where there cannot be one: %j", async (page) => {
    const running = await service();
    const error = await failure(connect(running).client.listPage(page));
    expect(said(error)).toBe("There are no pages beyond 1000. Nothing was sent.");
    expect(running.requests.sockets).toBe(0);
  });

  it("is not asked for by a client that was closed before its first request", async () => {
    const running = await service();
    const { client } = connect(running);
    await client.close();
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "cancelled", sent: "no" });
    expect(running.requests.sockets).toBe(0);
  });

  it("keeps what is there of odd records, and counts those without an id", async () => {
    const running = await service();
    const body = JSON.stringify([
      { ...connectionAt(0), name: null, ready: "yes", setup: { type: "API_KEY", api_key: "k" } },
      { ...connectionAt(1), app_id: 7, account_name: null },
      { id: "only" },
      { name: "no id" },
      null,
      "text",
      { id: "a".repeat(31) },
      { id: "a\u0007" },
    ]);
    running.faults.add({
      kind: "reply",
      status: 200,
      body: `${body.slice(0, -1)},{"__proto__":{"id":"x"},"constructor":1,"id":"own"}]`,
    });
    const page = await connect(running).client.listPage(0);
    expect(page.droppedCount).toBe(5);
    expect(
      page.records.map(({ id, name, ready, app_id, fingerprint }) => [id, name, ready, app_id, fingerprint]),
    ).toEqual([
      [connectionAt(0).id, "", undefined, connectionAt(0).app_id, connectionAt(0).fingerprint],
      [connectionAt(1).id, connectionAt(1).name, connectionAt(1).ready, "", connectionAt(1).fingerprint],
      ["only", "", undefined, "", ""],
      ["own", "", undefined, "", ""],
    ]);
    expect(JSON.stringify(page.records)).not.toContain("api_key");
    expect(page.records.every((record) => Object.getPrototypeOf(record) === Object.prototype)).toBe(true);
  });
});

describe("the whole list", () => {
  it.each([0, 1, 99, 100, 101, 1234])("of %i records is read to its end, each record once", async (connections) => {
    const running = await service({ connections });
    const { ids, last } = await readAll(connect(running).client);
    expect(new Set(ids).size).toBe(connections);
    expect(last).toMatchObject({ end: "end", loaded: connections, total: connections, dropped: 0 });
  });

  it.each([100, 200, 300])("of %i records ends with its empty page, though that has two lists", async (connections) => {
    const totals = { records: "connections", total: "total", extra: { links: [] } };
    const running = await service({ connections, choices: { totals } });
    const { ids, last } = await readAll(connect(running).client);
    expect([ids.length, last?.end]).toEqual([connections, "end"]);
    expect(running.requests.all().length).toBe(connections / 100 + 1);
  });

  it("is read the same where the total is wrong or missing", async () => {
    for (const error of [-200, 1_000_000]) {
      const running = await service({ connections: 250, choices: { totals: { records: "r", total: "total", error } } });
      expect((await readAll(connect(running).client)).ids.length).toBe(250);
    }
    const unnamed = await service({ connections: 250, choices: { totals: { records: "r", total: "n" } } });
    expect((await readAll(connect(unnamed).client)).ids.length).toBe(250);
  });

  it("has its first rows after one page, whatever the total", async () => {
    const running = await service({ connections: 1000 });
    running.faults.add({ kind: "hold", name: "rest" }, { skip: 1, times: "always" });
    const iteration = listPages(connect(running).client);
    const first = await iteration.next();
    expect(first.value).toMatchObject({ page: 0, loaded: 100, total: 1000 });
    await iteration.return();
    expect(running.requests.all().length).toBe(1);
  });

  it("asks for several pages at once when the total is known", async () => {
    const running = await service({ connections: 2500 });
    running.faults.add({ kind: "hold", name: "ahead" }, { skip: 1, times: "always" });
    const reading = readAll(connect(running).client);
    const together = await running.requests.waitFor({ operation: "list" }, 1 + CONNECTIONS);
    expect(together.length).toBe(1 + CONNECTIONS);
    running.faults.clear();
    expect((await reading).ids.length).toBe(2500);
  });

  it("has each record once though the pages shift while they are read", async () => {
    const running = await service({ connections: 450 });
    running.faults.add({ kind: "shift", insert: 3 }, { page: 1 });
    const { ids } = await readAll(connect(running).client);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(450);
  });

  it("ends where every page has the same records", async () => {
    const running = await service();
    running.faults.add({ kind: "endless-pages", records: "same" }, { times: "always" });
    const { ids, last } = await readAll(connect(running).client);
    expect([ids.length, last?.end]).toEqual([100, "end"]);
    expect(running.requests.all().length).toBeLessThan(20);
  });

  it("ends at the last page there is, and says so, where pages never end", async () => {
    const running = await service();
    running.faults.add({ kind: "endless-pages", records: "new" }, { times: "always" });
    const { ids, last } = await readAll(connect(running).client);
    expect([ids.length, last?.end, last?.total]).toEqual([100_100, "page-limit", 1_000_000_000]);
    expect(running.requests.all().length).toBe(1001);
  }, 60_000);

  it("stops when it is cancelled, and nothing more is asked for", async () => {
    const running = await service({ connections: 2000 });
    const abort = new AbortController();
    const iteration = listPages(connect(running).client, { signal: abort.signal });
    await iteration.next();
    abort.abort();
    const error = await failure(iteration.next());
    expect(error).toMatchObject({ kind: "cancelled", sent: "no" });
    expect(running.requests.all().length).toBeLessThan(1 + CONNECTIONS + 2);
  });
});
