import { describe, expect, it } from "vitest";
import { withoutSecrets } from "../../../client/core/push/verify.js";
import { recordFrom } from "../service/records.js";

const RECORD = {
  id: "ac_1",
  app_id: "STRIPE",
  name: "Payouts",
  account_name: "key ending in canary-9f3c",
  ready: true,
  created_at: "2026-01-02T03:04:05.678Z",
  updated_at: "2026-02-03T04:05:06.789Z",
  fingerprint: "f1",
};

describe("a record whose account name gives away what was sent", () => {
  it("keeps all but that name", () => {
    const kept = withoutSecrets(recordFrom(RECORD), ["canary-9f3c"]);
    expect(kept).toEqual({ ...recordFrom(RECORD), account_name: undefined });
  });

  it("is left alone where the account name gives nothing away", () => {
    const record = recordFrom(RECORD);
    expect(withoutSecrets(record, ["another-secret"])).toBe(record);
  });
});
