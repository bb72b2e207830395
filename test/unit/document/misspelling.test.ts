import { describe, expect, it } from "vitest";
import { misspelling, nearestName } from "../../../server/src/document/misspelling.js";

describe("a misspelling", () => {
  it.each([
    ["token", "token", 0],
    ["TOKEN", "token", 0],
    ["to-ken", "token", 0],
    ["apiKey", "api_key", 0],
    ["API-KEY", "api_key", 0],
    ["a-p-i-k-e-y", "api_key", 0],
    ["tokn", "token", 1],
    ["tokken", "token", 1],
    ["tokem", "token", 1],
    ["tokne", "token", 1],
    ["otken", "token", 1],
    ["tkoen", "token", 1],
    ["otkne", "token", 2],
    ["tkn", "token", 2],
    ["client_sceret", "client_secret", 1],
    ["nmae", "name", 1],
    ["nam", "name", 1],
    ["ur", "url", 1],
  ])("%s of %s is %i edits away", (text, name, edits) => {
    expect(misspelling(text, name)).toBe(edits);
  });

  it.each([
    ["tk", "token"],
    ["na", "name"],
    ["u", "url"],
    ["on", "in"],
    ["i", "in"],
    ["", "in"],
    ["value", "name"],
    ["secret", "secret_key"],
    ["key", "api_key"],
    ["x".repeat(100_000), "token"],
    ["-".repeat(100_000), "token"],
  ])("is not %.20s of %s", (text, name) => {
    expect(misspelling(text, name)).toBeUndefined();
  });
});

describe("the nearest name", () => {
  it("is the one with the fewest edits, the first of equals", () => {
    expect(nearestName("publik_key", ["private_key", "public_key"])).toBe("public_key");
    expect(nearestName("HS25", ["HS256", "RS256"])).toBe("HS256");
    expect(nearestName("XS256", ["HS256", "RS256"])).toBe("HS256");
    expect(nearestName("colour", ["name", "setup"])).toBeUndefined();
  });
});
