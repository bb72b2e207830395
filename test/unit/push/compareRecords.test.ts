import { describe, expect, it } from "vitest";
import { compareRecords, describeDrift, driftSince } from "../../../client/core/push/compareRecords.js";
import type { RecordState } from "../../../client/core/push/pushTypes.js";

const BEFORE: RecordState = { name: "A", ready: true, updated_at: "2026-02-01T00:00:00.000Z", fingerprint: "f1" };
const LATER = "2026-02-02T00:00:00.000Z";
const EARLIER = "2026-01-31T00:00:00.000Z";
const NOW: RecordState = { ...BEFORE, updated_at: LATER, fingerprint: "f2" };
const OLD: RecordState = { ...BEFORE, updated_at: EARLIER, fingerprint: "f0" };
const SILENT = { ...BEFORE, fingerprint: "", updated_at: "" };
const UNSEEN =
  "The name and readiness are unchanged. The setup, or something else that the service doesn't show, changed.";

describe("the comparison of a record with an earlier state", () => {
  it.each<[Partial<RecordState>, string]>([
    [{}, "same"],
    [{ name: "B" }, "The name changed from “A” to “B”."],
    [{ name: "\u2800" }, "The name changed from “A” to “”."],
    [{ name: "A\u200b" }, "The name changed, but looks the same."],
    [{ name: "B\u202e\n[x](command:y)" }, "The name changed from “A” to “B [x] (command:y)”."],
    [{ ready: false, fingerprint: "f2" }, "It changed from ready to not ready."],
    [{ fingerprint: "f2", updated_at: LATER }, UNSEEN],
    [{ updated_at: LATER }, "It was updated without a visible change."],
    [{ fingerprint: "" }, UNSEEN],
    [{ updated_at: "2026-02-01T00:00:00.999Z" }, "same"],
    [{ updated_at: "2026-01-31T23:59:59.500Z" }, "same"],
    [{ updated_at: "2026-02-01T00:00:01.000Z" }, "It was updated without a visible change."],
    [{ fingerprint: "f2", updated_at: "2026-01-31T23:59:59.500Z" }, UNSEEN],
    [{ fingerprint: "f0", updated_at: "2026-01-31T23:59:59.000Z" }, "behind"],
    [{ fingerprint: "f0", updated_at: EARLIER }, "behind"],
    [{ name: "B", updated_at: "2026-01-31 23:00:00" }, "behind"],
    [{ fingerprint: "f0", updated_at: "2026-01-31T23:00:00-02:00" }, UNSEEN],
  ])("%j", (change, expected) => {
    const drift = compareRecords(BEFORE, { ...BEFORE, ...change });
    expect(drift.kind === "changed" ? describeDrift(drift) : [drift.kind]).toEqual([expected]);
  });

  it("is unknown if nothing was remembered or the record has no state", () => {
    expect(compareRecords(undefined, BEFORE)).toEqual({ kind: "unknown" });
    expect(compareRecords(SILENT, SILENT)).toEqual({ kind: "unknown" });
    for (const half of [{ fingerprint: "" }, { updated_at: "" }].map((part) => ({ ...BEFORE, ...part })))
      expect(compareRecords(half, half)).toEqual({ kind: "same" });
  });

  it("has the time of the update, if it can be read", () => {
    const timeOf = (updated_at: string) => compareRecords(BEFORE, { ...BEFORE, updated_at });
    expect(timeOf(LATER)).toMatchObject({ at: Date.parse(LATER) });
    expect(timeOf("yesterday")).toMatchObject({ at: undefined });
  });
});

describe("the comparison of a record with all that's known", () => {
  it.each([
    ["nothing", {}, "unknown"],
    ["this machine, as it is", { remembered: NOW }, "same"],
    ["this machine, as it was", { remembered: BEFORE }, "changed"],
    ["the lock file, as it is", { locked: NOW }, "same"],
    ["the lock file, as it was", { locked: BEFORE }, "changed"],
    ["the lock file as it is, and this machine as it was", { remembered: BEFORE, locked: NOW }, "same"],
    ["this machine as it is, and the lock file as it was", { remembered: NOW, locked: BEFORE }, "same"],
    ["both, as it was", { remembered: BEFORE, locked: BEFORE }, "changed"],
    ["the lock file, as it was later", { locked: NOW }, "behind", BEFORE],
    ["this machine, as it was later, and the lock file before", { remembered: NOW, locked: OLD }, "behind", BEFORE],
    ["the lock file, as it was later, and this machine before", { remembered: OLD, locked: NOW }, "behind", BEFORE],
    ["this machine, as it was later, and the lock file as it is", { remembered: NOW, locked: BEFORE }, "same", BEFORE],
    ["the lock file, of a record that does not say when it was changed", { locked: SILENT }, "unknown", SILENT],
  ] as const)("uses %s", (_, known, kind, now = NOW) => {
    expect(driftSince(known, now)).toMatchObject({ kind });
  });

  it("has the earlier name if this computer knows it", () => {
    const drift = driftSince({ remembered: { ...BEFORE, name: "B" }, locked: BEFORE }, NOW);
    expect(drift).toMatchObject({ before: { name: "B" }, now: { name: "A" } });
  });
});
