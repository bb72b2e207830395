import { describe, expect, it } from "vitest";
import { misspelling, nearestName } from "../../../server/src/document/misspelling.js";

/** For each name, what is meant by it, with so many edits. */
const MEANT = `
  token          TOKEN:0 to-ken:0 token:0 tokn:1 tokken:1 tokem:1 tokne:1 otken:1 tkoen:1 otkne:2 tkn:2
  api_key        apiKey:0 API-KEY:0 a-p-i-k-e-y:0
  client_secret  client_sceret:1
  name           nmae:1 nam:1
  url            ur:1
`;
const NOT_MEANT = "token tk; name na; url u; in on; in i; in ; name value; secret_key secret; api_key key".split("; ");

function rows(text: string): readonly (readonly [written: string, name: string, edits: number])[] {
  return text
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [name = "", ...meant] = line.trim().split(/\s+/);
      return meant.map((each) => [each.slice(0, -2), name, Number(each.slice(-1))] as const);
    });
}

describe("a misspelling", () => {
  it.each(rows(MEANT))("%s of %s is %i edits away", (text, name, edits) => {
    expect(misspelling(text, name)).toBe(edits);
  });

  it.each([...NOT_MEANT, `token ${"x".repeat(100_000)}`, `token ${"-".repeat(100_000)}`])("is not %.20s", (pair) => {
    const [name = "", text = ""] = pair.split(" ");
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
