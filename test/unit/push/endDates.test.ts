import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { resultOf } from "../../../client/core/push/events.js";
import type { JournalEntry, RecordedOutcome } from "../../../client/core/push/pushTypes.js";
import { endReminder } from "../../../client/extension/push/endDates.js";
import { ENTRY, recordFrom } from "../records.js";

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-28T12:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const DONE: RecordedOutcome = { kind: "done", record: recordFrom() };
const PROPERTIES = ["setup.type", "setup.token"];

/** What's said after a push. @param expires in the file */
function saidOf(expires: string | undefined, entry: Partial<JournalEntry>, outcome = DONE, file = ENTRY.file) {
  const setupFiles = { namedBy: () => ({ file: {}, id: "ac_1", tenant: undefined, expires }) };
  const pushed = { ...ENTRY, push: "1", window: "1", properties: PROPERTIES, file, ...entry };
  const services: object = { setupFiles };
  const result = resultOf({ target: pushed, entry: pushed, outcome });
  return endReminder(services as Parameters<typeof endReminder>[0], [result])?.sentence;
}

it.each<[string, string | undefined, Partial<JournalEntry>, RecordedOutcome, string | undefined]>([
  ["soon", "2026-12-10", {}, DONE, "ends in 12 days"],
  ["over", "2026-11-27", {}, DONE, "ended yesterday"],
  ["another day than the pushed token's", "2026-12-10", { expires: "2027-06-01" }, DONE, "ends in 12 days"],
  ["the pushed token's own", "2026-12-10", { expires: "2026-12-10" }, DONE, undefined],
  ["far", "2027-12-10", {}, DONE, undefined],
  ["not there", undefined, {}, DONE, undefined],
  ["soon, but only a name was pushed", "2026-12-10", { properties: ["name"] }, DONE, undefined],
  ["soon, but nothing was sent", "2026-12-10", {}, { kind: "cancelled" }, undefined],
])("says whether the file still has an old date: %s", (_, expires, entry, outcome, words) => {
  expect(saidOf(expires, entry, outcome)).toBe(
    words && `a.vaultconn.json still says that its credential ${words}. If you've replaced it, change the date.`,
  );
});
