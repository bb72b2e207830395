import { describe, expect, it } from "vitest";
import { mapReferenceTexts, variantNumbered, type PropertyPath } from "../../../client/core/secrets/texts.js";
import { variants } from "../../../schemas/variants.js";

describe("the texts of an update in which references may stand", () => {
  it("are the name and those of the setup, at any depth, but for the type and what takes one of a few words", () => {
    const jwt = variantNumbered(variants.find(({ type }) => type === "JWT")?.number);
    const written = { name: "n", setup: { type: "JWT", algorithm: "HS256", key: "k", more: [1, { deep: "d" }] } };
    const seen: [string, PropertyPath][] = [];
    const mapped = mapReferenceTexts(written, jwt, (text, path) => (seen.push([text, path]), text.toUpperCase()));
    expect(seen).toEqual([
      ["n", ["name"]],
      ["k", ["setup", "key"]],
      ["d", ["setup", "more", 1, "deep"]],
    ]);
    expect(mapped).toEqual({
      name: "N",
      setup: { type: "JWT", algorithm: "HS256", key: "K", more: [1, { deep: "D" }] },
    });
  });
});
