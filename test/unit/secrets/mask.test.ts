import { describe, expect, it } from "vitest";
import { maskRequest } from "../../../client/core/secrets/mask.js";
import { variants } from "../../../schemas/variants.js";
import type { Json } from "../../../server/protocol/messages.js";
import { parsed } from "../storage.js";

const variant = (number: number) => variants.find((candidate) => candidate.number === number);
const masked = (number: number | undefined, setup: Json) =>
  maskRequest({ setup }, number === undefined ? undefined : variant(number)).setup;

describe("the masked view of an update", () => {
  it.each<[string, number | undefined, Json, Json]>([
    ["a secret", 7, { type: "BEARER", token: "t-0815" }, { type: "BEARER", token: "••••••" }],
    ["a long secret", 7, { token: "a".repeat(99) }, { token: "••••••" }],
    ["a reference in a secret", 7, { type: "BEARER", token: "${env:T}" }, { type: "BEARER", token: "${env:T}" }],
    [
      "text around a reference",
      7,
      { type: "BEARER", token: "a${env:T}b${secret:U}" },
      { type: "BEARER", token: "••••••${env:T}••••••${secret:U}" },
    ],
    ["an escape", 7, { type: "BEARER", token: "$${env:T}" }, { type: "BEARER", token: "••••••" }],
    ["a malformed reference", 7, { type: "BEARER", token: "${env:}x" }, { type: "BEARER", token: "••••••" }],
    [
      "what is no secret",
      3,
      { type: "OAUTH_APP", client_id: "id", client_secret: "s", domain: "a.example" },
      { type: "OAUTH_APP", client_id: "id", client_secret: "••••••", domain: "a.example" },
    ],
    [
      "a private key in another property",
      15,
      { type: "KEY_PAIR", public_key: "-----BEGIN EC PRIVATE KEY-----\nAA\n" },
      { type: "KEY_PAIR", public_key: "••••••" },
    ],
    [
      "user information in an address",
      1,
      { type: "API_KEY", api_key: "k", base_url: "https://u:p@w@a.example/x@y" },
      { type: "API_KEY", api_key: "••••••", base_url: "https://••••••@a.example/x@y" },
    ],
    [
      "extras of an open variant",
      11,
      { type: "JWT", algorithm: "HS256", key: "k", list: ["a", 1, null, { b: true }] },
      { type: "JWT", algorithm: "HS256", key: "••••••", list: ["••••••", "••••••", null, { b: true }] },
    ],
    ["a setup whose variant is not known", undefined, { type: "X", domain: "d" }, { type: "X", domain: "••••••" }],
    ["what is no setup", 7, "secret", "••••••"],
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
    const { setup } = maskRequest(parsed('{"setup":{"type":"JWT","__proto__":{"a":"s"}}}'), variant(11));
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
