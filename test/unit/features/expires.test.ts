import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { formats } from "../../../schemas/formats.js";
import { hoverAt } from "../../../server/src/features/hover.js";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";
import { inspectDocument } from "../../../server/src/inspection/inspectDocument.js";
import { knowing, NEVER, plain } from "./clients.js";
import { documentOf } from "./corpus.js";
import { actionsOf, wholeOf } from "./edits.js";

const NOW = Date.parse("2026-11-28T23:59:59Z");
const SETUP = '"setup": { "type": "BEARER", "token": "${env:T}" }';
const fileEnding = (date: string) => `{ "expires": "${date}", ${SETUP} }`;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ["2026-11-28", "ends today"],
  ["2026-11-29", "ends tomorrow"],
  ["2026-12-28", "ends in 30 days"],
  ["2026-12-29", undefined],
  ["2026-11-27", "ended yesterday"],
  ["2026-11-18", "ended 10 days ago"],
])("reports an end on %s with its days, in UTC", (date, words) => {
  const messages = checkFile(readSetupFile(fileEnding(date))).map(({ code, problem }) => [code, problem.message()]);
  const message = `The credential of this file ${words ?? ""}; replace it, and then change this date.`;
  expect(messages).toEqual(words === undefined ? [] : [["expires", message]]);
});

it.each([
  [0, "2026-11-01", 0],
  [1, "2026-11-30", 0],
  [90, "2027-02-26", 1],
])("reports an end within %d days", (expiryWarningDays, date, count) => {
  expect(checkFile(readSetupFile(fileEnding(date)), { expiryWarningDays })).toHaveLength(count);
});

it("takes only days of the calendar", () => {
  const days = [
    "2028-02-29",
    "0001-01-01",
    "9999-12-31",
    "2027-02-29",
    "2027-04-31",
    "2027-1-01",
    "2027-00-10",
    "+12027-01-01",
  ];
  expect(days.filter((day) => formats["full-date"](day))).toEqual(["2028-02-29", "0001-01-01", "9999-12-31"]);
});

it("isn't sent, and isn't a change to push", () => {
  const requestOf = (text: string) => inspectDocument(documentOf(text), []).request;
  expect(requestOf(fileEnding("2027-01-01"))).toEqual(requestOf(`{ ${SETUP} }`));
});

it("offers later dates, and to remove the date", async () => {
  const document = documentOf(fileEnding("2026-12-01"));
  const actions = await actionsOf(document, wholeOf(document), plain, ["quickfix"]);
  expect(actions.map(({ title }) => title)).toEqual([
    ...["2027-02-26", "2027-05-27", "2027-11-28"].map((date) => `Change to "${date}"`),
    'Remove "expires"',
  ]);
});

it("says the days in a hover", async () => {
  const document = documentOf(fileEnding("2027-01-01"));
  const shown = await hoverAt({
    document,
    position: { line: 0, character: 4 },
    client: { support: plain, ...knowing },
    token: NEVER,
  });
  expect(JSON.stringify(shown?.contents)).toContain("The credential ends in 34 days.");
});
