import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompactRecord, compactRecord } from "../../../client/core/service/operations/compactRecord.js";
import { parseTimestamp, millisecondsOf, formatTimestamp } from "../../../client/core/service/operations/timestamp.js";

const RECORD = {
  id: "ac_1",
  app_id: "X",
  name: "One",
  ready: true,
  created_at: "2024-02-29T23:59:59.999Z",
  updated_at: "2019-12-31T00:00:00.001Z",
  fingerprint: "f",
};

describe("a timestamp", () => {
  it("is written back as it was, whatever it is", () => {
    const range = { min: new Date("1987-01-01"), max: new Date("2053-12-31"), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const text = date.toISOString();
        const seconds = parseTimestamp(text);
        expect(seconds).toBe(Math.floor(date.getTime() / 1000) - Date.UTC(2020) / 1000);
        expect(formatTimestamp(seconds ?? 0, millisecondsOf(text))).toBe(text);
      }),
    );
  });

  it.each([
    "2024-02-30T00:00:00.000Z",
    "2023-02-29T00:00:00.000Z",
    "2100-02-29T00:00:00.000Z",
    "2024-04-31T00:00:00.000Z",
    "2024-00-01T00:00:00.000Z",
    "2024-13-01T00:00:00.000Z",
    "2024-01-00T00:00:00.000Z",
    "2024-01-01T24:00:00.000Z",
    "2024-01-01T00:60:00.000Z",
    "2024-01-01T00:00:60.000Z",
    "2024-01-01T00:00:00.00aZ",
    "2024-01-01T00:00:00.0:0Z",
    "2024-01-01T00:00:00Z",
    "2024-01-01T00:00:00.000000Z",
    "2024-01-01T00:00:00.00+00",
    "2024-01-01 00:00:00.000Z",
    "1970-01-01T00:00:00.000Z",
    "2099-01-01T00:00:00.000Z",
    "",
    "yesterday, a quarter to 8",
  ])("in another way, or that does not exist, is left to be kept as text: %j", (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});

describe("a lean record", () => {
  it.each([
    ["alone", RECORD],
    [
      "with all there can be",
      { ...RECORD, refreshed_at: "2025-01-01T12:00:00.500Z", account_name: "A", environment: "production" },
    ],
  ])("is the plain one to whoever reads it: %s", (_, record) => {
    const lean = compactRecord(record);
    expect(lean).toBeInstanceOf(CompactRecord);
    expect(JSON.parse(JSON.stringify(lean))).toEqual(record);
    const { created_at, updated_at, refreshed_at } = lean;
    expect({ created_at, updated_at, refreshed_at }).toEqual({ refreshed_at: undefined, ...pick(record) });
  });

  it.each([
    ["created_at", { created_at: "2024-06-27" }],
    ["updated_at", { updated_at: "" }],
    ["refreshed_at", { refreshed_at: "2024-06-27T00:08:43+02:00" }],
    ["what is missing", { missing: ["ready"] }],
  ])("is not made where it would lose something: %s", (_, odd) => {
    const record = { ...RECORD, ...odd };
    expect(compactRecord(record)).toBe(record);
  });
});

function pick(record: { created_at: string; updated_at: string; refreshed_at?: string }) {
  const { created_at, updated_at, refreshed_at } = record;
  return { created_at, updated_at, ...(refreshed_at === undefined ? {} : { refreshed_at }) };
}
