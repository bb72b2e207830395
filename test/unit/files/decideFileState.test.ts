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
  written: { digest: "now", masked: "m" },
  locked: undefined,
  values: undefined,
};

const PUSHED: FileFacts = {
  ...NEW,
  remembered: { ...REMEMBERED, pushed: "now" },
  row: "same",
  values: NOTHING,
};
const EDITED = { ...PUSHED, written: { digest: "later", masked: "m" } };

const STATES: readonly (readonly [state: string, when: string, facts: FileFacts])[] = [
  ["new", "nothing is remembered", NEW],
  ["new", "the connection was only chosen", { ...NEW, remembered: REMEMBERED, row: "same" }],
  ["gone", "a chosen connection is deleted", { ...NEW, remembered: REMEMBERED, row: "gone" }],
  ["inSync", "file, values, and row are as the push left them", PUSHED],
  ["pushed", "the row isn't loaded", { ...PUSHED, row: undefined }],
  ["notCompared", "a provider wasn't run", { ...PUSHED, values: NOT_RUN }],
  ["notCompared", "the file can't be inspected or its digest compared", { ...PUSHED, written: undefined }],
  ["notCompared", "someone else pushed the same file", { ...EDITED, locked: "m" }],
  ["changed", "the file was edited", EDITED],
  ["changed", "a value was replaced", { ...PUSHED, values: REPLACED }],
  ["changed", "someone else pushed another file", { ...EDITED, locked: "other" }],
  ["inSync", "a file with values is as pushed", { ...PUSHED, written: { digest: "now", masked: undefined } }],
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
