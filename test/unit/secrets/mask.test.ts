import { describe, expect, it } from "vitest";
import { maskRequest } from "../../../client/core/secrets/mask.js";
import { variants } from "../../../schemas/variants.js";
import type { Json, UpdateRequest } from "../../../server/protocol/messages.js";

const variant = (number: number) => variants.find((candidate) => candidate.number === number);
const masked = (number: number | undefined, setup: Json) =>
  maskRequest({ setup }, number === undefined ? undefined : variant(number)).setup;

const MASK = "••••••";

describe("the masked view of an update", () => {
  it.each<[string, number | undefined, Json, Json]>([
    ["a secret", 7, { type: "BEARER", token: "t-0815" }, { type: "BEARER", token: MASK }],
    ["a long secret", 7, { token: "a".repeat(99) }, { token: MASK }],
    ["a reference in a secret", 7, { token: "${env:T}" }, { token: "${env:T}" }],
    [
      "text around a reference",
      7,
      { token: "a${env:T}b${secret:U}" },
      { token: `${MASK}\${env:T}${MASK}\${secret:U}` },
    ],
    ["an escape", 7, { token: "$${env:T}" }, { token: MASK }],
    ["a malformed reference", 7, { token: "${env:}x" }, { token: MASK }],
    ["what is no secret", 3, { client_id: "i", client_secret: "s" }, { client_id: "i", client_secret: MASK }],
    ["a private key elsewhere", 15, { public_key: "-----BEGIN EC PRIVATE KEY-----\nAA\n" }, { public_key: MASK }],
    ["a user in an address", 1, { base_url: "https://u:p@w@a.io/x@y" }, { base_url: `https://${MASK}@a.io/x@y` }],
    ["extras of an open variant", 11, { list: ["a", 1, null, { b: true }] }, { list: [MASK, MASK, null, { b: true }] }],
    ["a setup whose variant is not known", undefined, { type: "X", domain: "d" }, { type: "X", domain: MASK }],
    ["what is no setup", 7, "secret", MASK],
  ])("%s", (_, number, setup, expected) => {
    expect(masked(number, setup)).toEqual(expected);
  });

  it.each([
    ["Cost $${env:X} {", "Cost ${env:X} {"],
    ["$${a} of ${env:B}", "$${a} of ${env:B}"],
  ])("shows a name as it's sent unless it has a reference: %s", (name, shown) => {
    expect(maskRequest({ name }, undefined)).toEqual({ name: shown });
  });

  it("keeps properties such as __proto__", () => {
    const request = JSON.parse('{"setup":{"type":"JWT","__proto__":{"a":"s"}}}') as UpdateRequest;
    const { setup } = maskRequest(request, variant(11));
    expect(JSON.stringify(setup)).toBe('{"type":"JWT","__proto__":{"a":"••••••"}}');
  });

  it("hides all secret properties of every variant", () => {
    for (const { number, type, fields } of variants) {
      const setup = Object.fromEntries([
        ["type", type],
        ...fields.map(({ name }) => [name, `value-of-${name}`]),
      ]) as Record<string, string>;
      const text = JSON.stringify(masked(number, setup));
      for (const { name, secret } of fields) expect(text.includes(`value-of-${name}"`)).toBe(!secret);
    }
  });
});
