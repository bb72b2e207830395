import { describe, expect, it } from "vitest";
import type { ListOrder } from "../../service/data/sequence.js";
import { list, message, records, service, type Response } from "./support.js";

const ITEM_FIELDS = [
  "account_name",
  "app_id",
  "created_at",
  "fingerprint",
  "id",
  "name",
  "ready",
  "refreshed_at",
  "updated_at",
];
const REQUIRED = ["app_id", "created_at", "fingerprint", "id", "name", "ready", "updated_at"];

function ids(response: Response): unknown[] {
  return records(response).map(({ id }) => id);
}

describe("the list operation", () => {
  it("returns an array of records in the shape of list items", async () => {
    const all = records(await list(await service({ connections: 100 }), "per_page=100"));
    expect(all).toHaveLength(100);
    for (const record of all) {
      expect(ITEM_FIELDS).toEqual(expect.arrayContaining(Object.keys(record)));
      expect(Object.keys(record)).toEqual(expect.arrayContaining(REQUIRED));
    }
  });

  it.each([
    ["", 120, 0, 50],
    ["page=1", 120, 50, 50],
    ["page=2", 120, 100, 20],
    ["page=3", 120, 120, 0],
    ["page=1000&per_page=100", 120, 120, 0],
    ["per_page=1", 120, 0, 1],
    ["per_page=100", 120, 0, 100],
    ["per_page=7&page=3", 120, 21, 7],
    ["include_totals=false", 3, 0, 3],
    ["", 0, 0, 0],
  ])("answers ?%s of %i connections from number %i with %i", async (query, connections, first, count) => {
    const running = await service({ connections });
    const response = await list(running, query);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(ids(response)).toEqual(Array.from({ length: count }, (_, i) => running.connections.idAt(first + i)));
  });

  it.each([
    "page=-1",
    "page=1001",
    "page=1.0",
    "page=1e2",
    "page=+1",
    "page=",
    "page=one",
    "page=99999999999",
    "page=0x1",
    "page=%201",
    "per_page=0",
    "per_page=101",
    "per_page=-5",
    "per_page=",
    "per_page=ten",
    "per_page=100.5",
    "include_totals=1",
    "include_totals=yes",
    "include_totals=",
    "include_totals=TRUE",
    "page=1&page=2",
    "per_page=5&per_page=5",
    "include_totals=true&include_totals=true",
    "pages=1",
    "__proto__=1",
  ])("refuses ?%s with 400, naming the parameter", async (query) => {
    const response = await list(await service(), query);
    expect(response.status).toBe(400);
    expect(message(response)).toContain(query.split("=")[0]);
  });

  it("ignores unknown parameters if it is told to", async () => {
    const response = await list(await service({ choices: { unknownQuery: "ignored" } }), "fields=id&per_page=2");
    expect(records(response)).toHaveLength(2);
  });

  it("wraps the records in an object with the totals when asked", async () => {
    const response = await list(await service({ connections: 61 }), "include_totals=true&page=1");
    expect(response.json).toMatchObject({ total: 61 });
    expect((response.json as { connections: unknown[] }).connections).toHaveLength(11);
  });

  it.each([
    [{ records: "items", total: "count" }, { count: 3 }],
    [{ records: "data", total: "total_count", within: "meta" }, { meta: { total_count: 3 } }],
    [{ records: "results", total: "total", asText: true }, { total: "3" }],
    [
      { records: "connections", total: "total", extra: { start: 0, limit: 50 } },
      { start: 0, limit: 50, total: 3 },
    ],
    [{ records: "connections", total: "total", error: -2 }, { total: 1 }],
  ])("gives the totals object the shape %j", async (totals, expected) => {
    const running = await service({ connections: 3, choices: { totals } });
    const plain = await list(running);
    const response = await list(running, "include_totals=true");
    expect(response.json).toEqual({ ...expected, [totals.records]: plain.json });
  });

  it.each<ListOrder>(["creation", "reversed", "shuffled", "recently-updated"])(
    "lists each connection once in the order %s",
    async (order) => {
      const running = await service({ connections: 230, choices: { order } });
      running.connections.change(running.connections.idAt(150), { name: "Changed" });
      running.connections.remove(running.connections.idAt(7));
      running.connections.insert({ name: "Inserted" });
      const pages = await Promise.all([0, 1, 2].map((page) => list(running, `per_page=100&page=${page}`)));
      const seen = pages.flatMap(ids);
      expect(seen).toHaveLength(230);
      expect(new Set(seen).size).toBe(230);
    },
  );

  it("puts what was changed last first in the order recently-updated", async () => {
    const running = await service({ connections: 30, choices: { order: "recently-updated" } });
    const [third, fifth] = [running.connections.idAt(3), running.connections.idAt(5)];
    running.connections.change(fifth, { name: "First change" });
    running.connections.change(third, { name: "Second change" });
    expect(ids(await list(running)).slice(0, 3)).toEqual([third, fifth, running.connections.idAt(2)]);
  });

  it("reaches 100,100 connections over 1,001 pages", async () => {
    const running = await service({ connections: 100_100 });
    const seen = new Set<unknown>();
    for (const page of [0, 1, 500, 999, 1000]) {
      const found = ids(await list(running, `page=${page}&per_page=100`));
      expect(found).toHaveLength(100);
      for (const id of found) seen.add(id);
    }
    expect(seen.size).toBe(500);
  });
});
