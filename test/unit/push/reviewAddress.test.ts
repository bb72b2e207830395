import { describe, expect, it } from "vitest";
import { reviewAddress } from "../../../client/core/text/sanitizeText.js";

const ORIGIN = "https://acme.example:8443";

describe("the address of a review's document", () => {
  it.each([
    ["a.b", "a-b"],
    ["a.b", "a..b"],
    ["a b", "a\u200bb"],
    ["\u00e4", "a\u0308"],
    ["a?b", "a#b"],
    ["😀", "😁"],
  ])("tells %j from %j", (one, other) => {
    const [first, second] = [one, other].map((id) => JSON.stringify(reviewAddress(`${ORIGIN}/${id}/service`, ".json")));
    expect(first).not.toBe(second);
  });

  it("is the same for the same, and can be read", () => {
    const address = reviewAddress(`${ORIGIN}/ac_1.2/service`, ".json");
    expect(address).toEqual(reviewAddress(`${ORIGIN}/ac_1.2/service`, ".json"));
    expect(address.path).toBe("/https-//acme-example-8443/ac_1-2/service.json");
  });
});
