import { expect, it } from "vitest";

import { fileOutcome, settled } from "../../../client/cli/outcomeReport.js";
import { resultOf } from "../../../client/core/push/events.js";
import { mostSerious } from "../../../client/cli/exits.js";
import { inspect } from "../records.js";

const SUBJECT = {
  origin: "https://acme.example.com",
  tenantName: "Acme",
  id: "ac_1",
  connection: "ac_1",
  file: "file:///a",
};
const ENTRY = { ...SUBJECT, push: "1", window: "1", startedAt: 0, properties: ["name"] };

const FILE = { uri: "file:///a", displayPath: "a.vaultconn.json", inspected: inspect({}) };
const SENT = { target: SUBJECT, entry: ENTRY };
const pending = resultOf(SENT, { kind: "pending", why: "unchanged", cause: undefined });

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
  const applied = resultOf(SENT, { kind: "unknown", why: "pushedAgain", cause: undefined });
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
