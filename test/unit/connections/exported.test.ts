import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { asCsv, asJson, exported } from "../../../client/core/connections/exported.js";
import { recordFrom } from "../records.js";

const RECORD = recordFrom({ name: "Billing webhook", account_name: "part-of-a-credential" });

/** Reads CSV as RFC 4180 has it. */
function read(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

describe("an export of connections", () => {
  it("contains what rows show, and no account names", () => {
    const [connection] = JSON.parse(asJson([exported(RECORD, "acme.example.com", ["a.vaultconn.json"])])) as [object];
    expect(connection).toMatchObject({
      tenant: "acme.example.com",
      name: "Billing webhook",
      files: ["a.vaultconn.json"],
    });
    expect(JSON.stringify(connection)).not.toContain("part-of-a-credential");
    expect(asCsv([exported(RECORD, "acme.example.com", [])])).not.toContain("part-of-a-credential");
  });

  it("begins with a heading, and quotes cells if necessary", () => {
    const csv = asCsv([exported({ ...RECORD, name: 'A, "B"\nC' }, "acme.example.com", ["a.json", "b.json"])]);
    const [heading, row] = read(csv);
    expect(heading?.slice(0, 3)).toEqual(["\ufefftenant", "name", "id"]);
    expect(row?.[1]).toBe('A, "B"\nC');
    expect(row?.at(-1)).toBe("a.json; b.json");
  });

  it("is read as UTF-8 by a spreadsheet, once", () => {
    const rows = ["Büro", "名前", "\ufeffа"].map((name) => exported({ ...RECORD, name }, "acme.example.com", []));
    expect(Buffer.from(asCsv(rows)).subarray(0, 6).toString("hex")).toBe("efbbbf74656e");
    expect(read(asCsv(rows).slice(1)).map((row) => row[1])).toEqual(["name", "Büro", "名前", "\ufeffа"]);
  });

  it("contains no cell that a spreadsheet would run", () => {
    const start = fc.constantFrom("=", "+", "-", "@", "\t=", " =", "\r", "\n=", "＝", " ＋", "－", "＠", "");
    fc.assert(
      fc.property(start, fc.string(), (before, rest) => {
        const rows = read(asCsv([exported({ ...RECORD, name: before + rest }, "acme.example.com", [])]));
        const cell = rows[1]?.[1] ?? "";
        expect(/^\s*[=+\-@＝＋－＠]/.test(cell)).toBe(false);
        expect([before + rest, `'${before}${rest}`]).toContain(cell);
      }),
    );
  });
});
