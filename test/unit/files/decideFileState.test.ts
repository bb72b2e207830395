import { describe, expect, it } from "vitest";
import { decideFileState, type FileFacts } from "../../../client/extension/editor/decideFileState.js";

const KEY = { kind: "secret", name: "KEY" } as const;
const NOTHING = { replaced: [], notCompared: [] };
const REPLACED = { replaced: [KEY], notCompared: [] };
const NOT_RUN = {
  replaced: [],
  notCompared: [{ reference: KEY, why: "notRun" as const }],
};
const REMEMBERED = { origin: "https://acme.example.com", id: "ac_1" };

const NEW: FileFacts = {
  remembered: undefined,
  activity: undefined,
  isOutcomeUnknown: false,
  row: undefined,
  written: { digest: "now", masked: "m", hasValues: false },
  otherName: undefined,
  locked: undefined,
  values: NOTHING,
  valuesSinceLock: NOTHING,
};

const PUSHED: FileFacts = {
  ...NEW,
  remembered: { ...REMEMBERED, pushed: "now" },
  row: "same",
  values: NOTHING,
};
const EDITED = { ...PUSHED, written: { digest: "later", masked: "m", hasValues: false } };
const WITH_VALUES = { digest: "later", masked: "m", hasValues: true };
/** In a new clone. */
const LOCKED = { ...NEW, locked: "m" };
const NOT_KEPT = { replaced: [], notCompared: [{ reference: KEY, why: "notKept" as const }] };

const STATES: readonly (readonly [state: string, when: string, facts: FileFacts])[] = [
  ["new", "nothing is remembered", NEW],
  ["new", "the connection was only chosen", { ...NEW, remembered: REMEMBERED, row: "same" }],
  ["gone", "a chosen connection is deleted", { ...NEW, remembered: REMEMBERED, row: "gone" }],
  ["inSync", "file, values, and row are as the push left them", PUSHED],
  ["pushed", "the row isn't loaded", { ...PUSHED, row: undefined }],
  ["notCompared", "a provider wasn't run", { ...PUSHED, values: NOT_RUN }],
  ["notCompared", "the file can't be inspected or its digest compared", { ...PUSHED, written: undefined }],
  ["inSync", "someone else pushed the same file", { ...EDITED, locked: "m" }],
  ["notCompared", "someone else pushed it with other values", { ...EDITED, locked: "m", valuesSinceLock: NOT_KEPT }],
  ["changed", "a value in it is new since the push here", { ...PUSHED, written: WITH_VALUES, locked: "m" }],
  ["pushed", "only the lock file knows it", LOCKED],
  ["inSync", "only the lock file knows it, and the row is the same", { ...LOCKED, row: "same" }],
  ["notCompared", "only the lock file knows it, which has no values", { ...LOCKED, written: WITH_VALUES }],
  ["notCompared", "only the lock file knows it, and it has references", { ...LOCKED, valuesSinceLock: NOT_KEPT }],
  ["notCompared", "only the lock file knows it, and it can't be inspected", { ...LOCKED, written: undefined }],
  ["changed", "only the lock file knows it, and a value was replaced", { ...LOCKED, valuesSinceLock: REPLACED }],
  ["changed", "the lock file has another update", { ...LOCKED, locked: "other" }],
  ["drifted", "the connection isn't as in the lock file", { ...LOCKED, row: "drifted" }],
  ["pushed", "the connection was chosen, and the lock file knows it", { ...LOCKED, remembered: REMEMBERED }],
  ["changed", "the file was edited", EDITED],
  ["changed", "the connection was renamed", { ...PUSHED, otherName: "Before" }],
  ["changed", "only the lock file knows it, and it was renamed", { ...LOCKED, row: "same", otherName: "Before" }],
  ["drifted", "it was renamed, and then changed", { ...PUSHED, row: "drifted", otherName: "Before" }],
  ["new", "it's named otherwise and was never pushed", { ...NEW, otherName: "Before" }],
  ["changed", "a value was replaced", { ...PUSHED, values: REPLACED }],
  ["changed", "someone else pushed another file", { ...EDITED, locked: "other" }],
  ["inSync", "a file with values is as pushed", { ...PUSHED, written: { ...WITH_VALUES, digest: "now" } }],
  ["drifted", "the connection changed, and the file too", { ...EDITED, row: "drifted" }],
  ["superseded", "the connection changed and was compared", { ...PUSHED, row: "superseded" }],
  ["gone", "the connection is deleted, and the file was edited", { ...EDITED, row: "gone" }],
  ["probable", "no reply proved the push", { ...PUSHED, remembered: { ...REMEMBERED, pushed: "now", probably: true } }],
  ["unknown", "the last push may be the change", { ...EDITED, row: "drifted", isOutcomeUnknown: true }],
  ["gone", "there is nothing left to find out", { ...PUSHED, row: "gone", isOutcomeUnknown: true }],
  ["pending", "the push isn't applied yet", { ...PUSHED, activity: "pending", isOutcomeUnknown: true }],
  ["unseen", "the record can't be read", { ...PUSHED, activity: "unseen", isOutcomeUnknown: true }],
  ["inSync", "another push is being sent", { ...PUSHED, activity: "sending" }],
];

describe("the state of a setup file", () => {
  it.each(STATES)("is %s if %s", (state, _, facts) => {
    expect(decideFileState(facts).kind).toBe(state);
  });

  it("distinguishes an edited file from one whose values were replaced", () => {
    expect(decideFileState({ ...EDITED, values: REPLACED })).toMatchObject({
      edited: true,
      values: REPLACED,
    });
    expect(decideFileState({ ...PUSHED, values: REPLACED })).toMatchObject({
      edited: false,
      values: REPLACED,
    });
  });
});
