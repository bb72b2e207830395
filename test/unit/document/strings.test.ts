import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placesOf } from "../../../server/src/document/references.js";

function offsetInString(token: string, index: number): number | undefined {
  const node = { type: "string", offset: 0, length: token.length } as const;
  return placesOf(token, node, [{ start: index, end: index }])[0]?.start;
}

describe("places in a JSON string", () => {
  it.each<[string, number, number]>([
    ['"abc"', 0, 1],
    ['"abc"', 3, 4],
    ['"a\\nb"', 1, 2],
    ['"a\\nb"', 2, 4],
    ['"\\u0024{x}"', 1, 7],
    ['"\\uD83D\\uDE00x"', 2, 13],
    ['"\\\\\\"x"', 2, 5],
  ])("in %s, character %i of the value is at offset %i", (token, index, offset) => {
    expect(offsetInString(token, index)).toBe(offset);
  });

  it("agree with what the string stands for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (value, seed) => {
        const token = JSON.stringify(value);
        const decoded = JSON.parse(token) as string;
        const index = seed % (decoded.length + 1);
        const offset = offsetInString(token, index);
        expect(JSON.parse(`${token.slice(0, offset)}"`)).toBe(decoded.slice(0, index));
      }),
    );
  });
});
