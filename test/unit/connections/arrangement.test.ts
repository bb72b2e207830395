import { describe, expect, it } from "vitest";
import {
  arranged,
  PLAIN,
  type Arrangement,
  filtered,
  describeFilter,
  NO_FILTER,
  type Filter,
  type FileFilter,
} from "../../../client/core/connections/arrangeConnections.js";
import { matches } from "../../../client/core/connections/listed.js";
import { RecordList } from "../../../client/core/connections/recordList.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";
import { recordFrom } from "../records.js";

function row(name: string, app_id: string, ready: boolean, updated_at: string): ConnectionRecord {
  return recordFrom({ id: `ac_${name.replaceAll(/\W/g, "")}`, app_id, name, ready, updated_at });
}

const ROWS = [
  row("Mail 10", "SENDGRID", true, "2026-03-01T00:00:00.000Z"),
  row("mail 9", "SENDGRID", false, "2026-05-01T00:00:00.000Z"),
  row("Éclair", "HTTP", true, "2026-04-01T00:00:00.000Z"),
  row("Billing hook", "SLACK", true, "2026-02-01T00:00:00.000Z"),
];

/** Mail has setup files, and one of them was changed. */
const MARKS: FileFilter = {
  origin: "https://acme.example.com",
  stateOf: ({ name }) => ({ "mail 9": "changed", "Mail 10": "inSync" })[name],
  hasFile: ({ app_id }) => app_id === "SENDGRID",
  needsAttention: ({ name }) => name === "mail 9",
  isEnding: ({ name }) => name === "Mail 10",
};

function shown(change: Partial<Arrangement>): readonly (readonly [string | undefined, readonly string[]])[] {
  const records = new RecordList();
  records.add(ROWS, records);
  return arranged(records, { ...PLAIN, ...change }, MARKS, "en").map(({ application, connections }) => [
    application,
    connections.map(({ name }) => name),
  ]);
}

describe("the arrangement of connections", () => {
  it.each<[string, Partial<Arrangement>, ReturnType<typeof shown>]>([
    ["by name, as people read it", {}, [[undefined, ["Billing hook", "Éclair", "mail 9", "Mail 10"]]]],
    ["by last change", { order: "lastChange" }, [[undefined, ["mail 9", "Éclair", "Mail 10", "Billing hook"]]]],
    ["filtered by text in the name", { text: "MAIL" }, [[undefined, ["mail 9", "Mail 10"]]]],
    ["filtered by text in the application", { text: "slack" }, [[undefined, ["Billing hook"]]]],
    ["filtered by text in the id", { text: "ac_Bill" }, [[undefined, ["Billing hook"]]]],
    ["only those not ready", { readiness: "notReady" }, [[undefined, ["mail 9"]]]],
    ["only some applications", { applications: ["HTTP", "SLACK"] }, [[undefined, ["Billing hook", "Éclair"]]]],
    [
      "grouped",
      { grouped: true },
      [
        ["HTTP", ["Éclair"]],
        ["SENDGRID", ["mail 9", "Mail 10"]],
        ["SLACK", ["Billing hook"]],
      ],
    ],
    ["nothing fits", { text: "zzz", grouped: true }, []],
  ])("%s", (_title, change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  it.each<[string, Partial<Filter>, readonly string[]]>([
    ["what has not changed for 60 days", { unchangedDays: 60 }, ["Billing hook", "Mail 10"]],
    ["what has not changed for longer", { unchangedDays: 62 }, ["Billing hook"]],
    ["what has a setup file", { setupFile: "with" }, ["Mail 10", "mail 9"]],
    ["what has none", { setupFile: "without" }, ["Billing hook", "Éclair"]],
    ["what needs attention", { attention: true }, ["mail 9"]],
    ["what ends soon", { ending: true }, ["Mail 10"]],
    ["one bar of days", { unchangedDays: 30, changedDays: 62 }, ["Mail 10", "Éclair"]],
    ["one state of files", { fileState: { kinds: ["inSync", "new"], name: "changed" } }, ["Mail 10"]],
    ["another tenant", { tenant: { origin: "https://other.example.com", name: "Acme" } }, []],
    ["several together", { setupFile: "with", unchangedDays: 30 }, ["Mail 10"]],
  ])("filters %s", (_title, change, expected) => {
    const now = Date.parse("2026-05-01T00:00:00.000Z");
    const names = filtered(ROWS, { ...NO_FILTER, ...change }, MARKS, now).map(({ name }) => name);
    expect(names.sort()).toEqual(expected);
  });

  it.each([
    ["Büro", "Bu\u0308ro"],
    ["Bu\u0308ro", "BÜRO"],
    ["がっこう", "か\u3099っこう"],
    ["한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"],
    ["việt", "VIE\u0323\u0302T"],
    ["ｶﾞｲﾄﾞ", "ガイド"],
    ["ＣＲＭ", "crm"],
    ["STRASSE", "Straße"],
    ["Οδυσσευσ", "ΟΔΥΣΣΕΥΣ"],
    ["istanbul", "İSTANBUL"],
    ["ısık", "ISIK"],
  ])("finds by %j what is called %j", (text, name) => {
    const record = row(`1 ${name} 2`, "HTTP", true, "2026-05-01T00:00:00.000Z");
    expect([{ query: text }, { names: [text] }].map((filter) => matches(record, filter))).toEqual([true, true]);
  });

  it.each([
    ["Buro", "Büro"],
    ["resume", "résumé"],
  ])("doesn't find by %j what is called %j", (text, name) => {
    expect(matches(row(name, "HTTP", true, ""), { query: text })).toBe(false);
  });

  it("never treats a connection without a date as old", () => {
    const odd = [{ ...row("Odd", "HTTP", true, "yesterday") }];
    expect(filtered(odd, { ...NO_FILTER, unchangedDays: 1 }, MARKS)).toEqual([]);
  });

  it("describes what it hides", () => {
    expect(describeFilter({ ...PLAIN, text: "mail", readiness: "notReady", applications: ["SLACK"] })).toBe(
      "“mail”, not ready, SLACK",
    );
    expect(describeFilter({ ...PLAIN, unchangedDays: 90, setupFile: "without", attention: true, ending: true })).toBe(
      "not changed for 90 days, without a setup file, needs attention, credential ends soon",
    );
    expect(describeFilter(PLAIN)).toBe("");
  });
});
