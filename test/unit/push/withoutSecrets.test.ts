import { expect, it } from "vitest";
import { withoutSecrets } from "../../../client/core/push/verifyPush.js";
import { recordFrom } from "../records.js";

it("removes an account name from a record if it contains what was sent", () => {
  const record = recordFrom({ account_name: "key ending in canary-9f3c" });
  expect(withoutSecrets(record, ["canary-9f3c"])).toEqual({ ...record, account_name: undefined });
  expect(withoutSecrets(record, ["another-secret"])).toBe(record);
});
