import { pathToFileURL } from "node:url";

import { expect, it } from "vitest";

import { fileOutcome, outcomeReport, settled } from "../../../client/cli/outcomeReport.js";
import { resultOf } from "../../../client/core/push/events.js";
import { mostSerious } from "../../../client/cli/exits.js";
import { checkFiles } from "../../../server/src/library.js";
import { inspect, recordFrom } from "../records.js";

/** With a drive on Windows. */
const FILE_URI = pathToFileURL("/a").href;
const SUBJECT = {
  origin: "https://acme.example.com",
  tenantName: "Acme",
  id: "ac_1",
  connection: "ac_1",
  file: FILE_URI,
};
const ENTRY = { ...SUBJECT, push: "1", window: "1", startedAt: 0, properties: ["name"] };

const FILE = { uri: FILE_URI, displayPath: "a.vaultconn.json", inspected: inspect({}), problems: [] };
const SENT = { target: SUBJECT, entry: ENTRY };
const pending = resultOf({ ...SENT, outcome: { kind: "pending", why: "unchanged", cause: undefined } });

it("reports an outcome as unknown if it's still checked when the run ends", async () => {
  const [ended, ...others] = await settled({ results: [pending], later: Promise.resolve([]) });
  expect(others).toEqual([]);
  expect(ended && fileOutcome(ended, [FILE], "/")).toMatchObject({
    file: "a.vaultconn.json",
    outcome: "unknown",
    counts: "open",
    text: "The response was lost. Unknown: the check was canceled.",
  });
});

it("reports what later checks have found out", async () => {
  const applied = resultOf({ ...SENT, outcome: { kind: "unknown", why: "pushedAgain", cause: undefined } });
  expect(await settled({ results: [pending], later: Promise.resolve([applied]) })).toEqual([applied]);
});

it("says whether a canceled update was sent", () => {
  const cancelled = { target: SUBJECT, outcome: { kind: "cancelled" } } as const;
  expect(fileOutcome(cancelled, [], "/").text).toBe("Nothing was sent.");
  expect(fileOutcome({ ...cancelled, entry: ENTRY }, [], "/").text).toBe("The update was not applied.");
});

it("ends with the most serious of several exit codes, whatever their order", () => {
  expect([mostSerious([2, 5, 3]), mostSerious([4, 2]), mostSerious([])]).toEqual([5, 4, 0]);
});

it.each([
  ["a setup was applied", "2026-12-01", ["setup.token"], undefined, true],
  ["the pushed token ends on that day", "2026-12-01", ["setup.token"], "2026-12-01", false],
  ["only a name was applied", "2026-12-01", ["name"], undefined, false],
  ["the date is far", "9999-12-01", ["setup.token"], undefined, false],
])("says whether the file still has an old date if %s", (_, date, properties, expires, isSaid) => {
  const text = JSON.stringify({ expires: date, setup: { type: "BEARER", token: "${env:T}" } });
  const [checked] = checkFiles([{ path: "a", text }], { now: Date.parse("2026-11-28") });
  const file = { ...FILE, inspected: inspect(text), problems: checked?.problems ?? [] };
  const applied = resultOf({
    target: SUBJECT,
    entry: { ...ENTRY, properties, expires },
    outcome: { kind: "done", record: recordFrom() },
  });
  const outcome = fileOutcome(applied, [file], "/");
  const reminder = "It still has the date 2026-12-01. If you've replaced the credential, change that.";
  expect(outcome.reminder).toBe(isSaid ? reminder : undefined);
  expect(outcomeReport([outcome], "/").notes).toEqual(isSaid ? [["a.vaultconn.json", reminder]] : []);
});
