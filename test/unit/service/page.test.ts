import { describe, expect, it } from "vitest";
import { readPage } from "../../../client/core/service/operations/listPages.js";
import { recordFrom } from "../records.js";

const ROW = { id: "ac_1" };

/** What some services answer with status 200. */
const FAILURES: readonly [object][] = [
  [{ errors: [{ id: "E1", message: "x" }] }],
  [{ errors: [], message: "x" }],
  [{ error: "x", connections: [] }],
  [{ success: false, data: [] }],
  [{ status: "error", items: [] }],
  [{ Errors: ["x"], data: null, total: 0 }],
];

describe("the records and the total of a page", () => {
  it.each([
    ["an array", [ROW], [1, undefined]],
    ["beside each other", { connections: [ROW], total: 7 }, [1, 7]],
    ["the total below", { data: [ROW], meta: { total_results: 7 } }, [1, 7]],
    ["the records below", { result: { items: [ROW] }, count: 7 }, [1, 7]],
    ["as text", { list: [ROW], Total: "7" }, [1, 7]],
    ["zero", { list: [], total: 0 }, [0, 0]],
    ["zero without a list", { total: 0, list: null }, [0, 0]],
    ["the array of records among others", { errors: ["x"], links: [{ rel: "next" }], rows: [ROW], total: 7 }, [1, 7]],
    ["beside no errors", { error: null, errors: [], success: true, status: "ok", rows: [] }, [0, undefined]],
    ["an empty array that is the only one", { rows: [], total: 7 }, [0, 7]],
    ["the better name", { page_count: 2, count: 1, total_count: 8, total: 7, rows: [ROW] }, [1, 7]],
    ["not the number of pages", { total_pages: 3, rows: [ROW] }, [1, undefined]],
    ["not a negative number", { total: -1, rows: [ROW] }, [1, undefined]],
    ["not a fraction", { total: 1.5, rows: [ROW] }, [1, undefined]],
    ["not a huge number", { total: 1e300, rows: [ROW] }, [1, undefined]],
    ["not other text", { total: "many", rows: [ROW] }, [1, undefined]],
    ["not a total within a record", { rows: [{ ...ROW, total: 9 }] }, [1, undefined]],
    ["Object's own names", JSON.parse('{"__proto__":{"total":7},"constructor":[{"id":"ac_1"}],"toString":1}'), [1, 7]],
  ])("are found: %s", (_, body, [records, total]) => {
    const page = readPage(body, 0);
    expect([page?.records.length, page?.total]).toEqual([records, total]);
  });

  it.each<[unknown]>([[null], [7], ["text"], [{}], [{ total: 3 }], [{ a: [1], b: [2] }], ...FAILURES])(
    "aren't guessed: %j",
    (body) => {
      expect(readPage(body, 0)).toBeUndefined();
    },
  );

  it("are empty on a later page that has only empty lists", () => {
    const body = { connections: [], links: [], total: 200 };
    expect(readPage(body, 2)).toMatchObject({ records: [], more: false });
    expect(readPage(body, 0)).toBeUndefined();
    expect(readPage({ errors: ["x"], links: ["y"] }, 2)).toBeUndefined();
  });
});

it("continue after a full page, but not after the last possible one", () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: `ac_${index}` }));
  const more = [readPage(rows, 0), readPage(rows.slice(1), 0), readPage(rows, 1000)].map((page) => page?.more);
  expect(more).toEqual([true, false, false]);
});

describe("a record", () => {
  it("keeps only known fields, and limits strings", () => {
    const given = {
      id: "ac_1",
      app_id: "X",
      environment: "production",
      name: "n".repeat(5000),
      account_name: "A",
      ready: true,
      created_at: "2024-02-29T23:59:59.999Z",
      updated_at: "2025-01-01T01:00:00+01:00",
      refreshed_at: "2025-01-01T12:00:00.500Z",
      fingerprint: "f",
    };
    const record = readPage([{ ...given, setup: { api_key: "k" }, more: 1 }], 0)?.records[0];
    expect(JSON.stringify(record)).toBe(JSON.stringify({ ...given, name: "n".repeat(1000) }));
  });

  it.each([
    [7, "7"],
    [9007199254740991, "9007199254740991"],
    [9007199254740993, undefined],
    [1.5, undefined],
    [true, undefined],
    [{ id: 1 }, undefined],
  ])("may have a number as ID, if no digit is lost: %j", (id, read) => {
    expect(readPage([{ id }], 0)?.records[0]?.id).toBe(read);
  });

  it.each([[7], [null], [undefined]])("has no time if the service returns %j", (created_at) => {
    expect(recordFrom({ created_at }).created_at).toBeUndefined();
  });
});
