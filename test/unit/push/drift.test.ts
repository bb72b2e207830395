import { describe, expect, it } from "vitest";
import { compareRecords, describeChanges, type RecordState } from "../../../client/core/push/drift.js";

const STATE: RecordState = { name: "A", ready: true, updated_at: "2026-02-01T00:00:00.000Z", fingerprint: "f1" };
const LATER = "2026-02-02T00:00:00.000Z";

function words(change: Partial<RecordState>): readonly string[] {
  const drift = compareRecords(STATE, { ...STATE, ...change });
  return drift.kind === "changed" ? describeChanges(drift) : [drift.kind];
}

describe("drift", () => {
  it.each<[Partial<RecordState>, readonly string[]]>([
    [{}, ["same"]],
    [{ name: "B" }, ["The name was “A” and is “B” now."]],
    [{ name: "B\u202e\n[x](command:y)" }, ["The name was “A” and is “B [x] (command:y)” now."]],
    [{ ready: false, fingerprint: "f2" }, ["It was ready and is not ready now."]],
    [
      { fingerprint: "f2", updated_at: LATER },
      ["Name and readiness are as before; the setup or something else the service does not show has changed."],
    ],
    [{ updated_at: LATER }, ["It was updated without a visible change."]],
    [
      { fingerprint: "" },
      ["Name and readiness are as before; the setup or something else the service does not show has changed."],
    ],
  ])("%j", (change, expected) => {
    expect(words(change)).toEqual(expected);
  });

  it("is not known where nothing was remembered, or the record says nothing of its state", () => {
    expect(compareRecords(undefined, STATE)).toEqual({ kind: "unknown" });
    const silent = { ...STATE, fingerprint: "", updated_at: "" };
    expect(compareRecords(silent, silent)).toEqual({ kind: "unknown" });
    for (const half of [
      { ...STATE, fingerprint: "" },
      { ...STATE, updated_at: "" },
    ])
      expect(compareRecords(half, half)).toEqual({ kind: "same" });
  });

  it("tells when the record was updated, if that can be read", () => {
    expect(compareRecords(STATE, { ...STATE, updated_at: LATER })).toMatchObject({ at: Date.parse(LATER) });
    expect(compareRecords(STATE, { ...STATE, updated_at: "yesterday" })).toMatchObject({ at: undefined });
  });
});
