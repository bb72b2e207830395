import { describe, expect, it } from "vitest";
import { driftSince, type RecordState } from "../../../client/core/push/drift.js";

const NOW: RecordState = { name: "A", ready: true, updated_at: "2026-01-02T00:00:00.000Z", fingerprint: "now" };
const BEFORE: RecordState = { ...NOW, updated_at: "2026-01-01T00:00:00.000Z", fingerprint: "before" };

describe("how a record stands to all that is known of it from before", () => {
  it.each([
    ["nothing", {}, "unknown"],
    ["this machine, as it is", { remembered: NOW }, "same"],
    ["this machine, as it was", { remembered: BEFORE }, "changed"],
    ["the lock file, as it is", { locked: NOW }, "same"],
    ["the lock file, as it was", { locked: BEFORE }, "changed"],
    ["the lock file as it is, and this machine as it was", { remembered: BEFORE, locked: NOW }, "same"],
    ["this machine as it is, and the lock file as it was", { remembered: NOW, locked: BEFORE }, "same"],
    ["both, as it was", { remembered: BEFORE, locked: BEFORE }, "changed"],
  ] as const)("known by %s", (_, known, kind) => {
    expect(driftSince(known, NOW)).toMatchObject({ kind });
  });

  it("says nothing of a record that does not say when it was changed", () => {
    const blank = { ...NOW, updated_at: "", fingerprint: "" };
    expect(driftSince({ locked: blank }, blank)).toEqual({ kind: "unknown" });
  });

  it("tells the name before, where this machine knows it", () => {
    const drift = driftSince({ remembered: { ...BEFORE, name: "B" }, locked: BEFORE }, NOW);
    expect(drift).toMatchObject({ changes: [{ what: "name", before: "B", after: "A" }, {}, {}] });
  });
});
