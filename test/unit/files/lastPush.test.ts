import { describe, expect, it } from "vitest";
import { isLastPush } from "../../../client/extension/editor/lastPush.js";

const PUSH = { origin: "https://acme.example", id: "ac_1", startedAt: 5 };
const RECORD = { name: "A", ready: true, updated_at: "", fingerprint: "1" };

describe("a push whose outcome is not known", () => {
  it.each([
    ["nothing is remembered of its file", undefined, true],
    ["it went where the file goes", { origin: PUSH.origin, id: PUSH.id, record: { ...RECORD, at: 9 } }, true],
    [
      "the file was for another connection before",
      { origin: PUSH.origin, id: "ac_2", record: { ...RECORD, at: 4 } },
      true,
    ],
    [
      "the file has been for another connection since",
      { origin: PUSH.origin, id: "ac_2", record: { ...RECORD, at: 9 } },
      false,
    ],
    [
      "the file has been for another tenant since",
      { origin: "https://other.example", id: PUSH.id, record: { ...RECORD, at: 9 } },
      false,
    ],
    ["another connection was chosen, and no more", { origin: PUSH.origin, id: "ac_2" }, true],
  ])("counts where %s: %s", (_, remembered, counts) => {
    expect(isLastPush(PUSH, remembered)).toBe(counts);
  });
});
