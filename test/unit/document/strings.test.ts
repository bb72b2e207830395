import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayHoldReferences } from "../../../schemas/references.js";
import { canHoldReferences, isOrdinaryText, offsetInString } from "../../../server/src/document/strings.js";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile } from "../../../server/src/rules/check.js";
import { isPlaceholder } from "../../../server/src/rules/values.js";

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

/** A text with each of its characters as an escape. */
const escaped = (text: string): string =>
  text.replaceAll(/./gs, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** More than the parser gives in one piece. */
const MIDDLE = "a line of it\n".repeat(200);

describe("a long text that is seen to be ordinary by the way it is written", () => {
  const seen = (token: string): boolean => {
    const text = ` ${token}`;
    const [offset, length, value] = [1, token.length, JSON.parse(token) as string];
    return isOrdinaryText({ text, mayRefer: canHoldReferences(text) }, { type: "string", offset, length, value });
  };

  it.each([
    ["ordinary", `k${MIDDLE}k`, true],
    ["a key that ends in a line break", `-----BEGIN X-----\n${MIDDLE}-----END X-----\n`, true],
    ["a key that ends in a line break of two characters", `-----BEGIN X-----\n${MIDDLE}-----END X-----\r\n`, true],
    ["a key that ends in two line breaks", `-----BEGIN X-----\n${MIDDLE}-----END X-----\n\n`, false],
    ["no key, and ends in a line break", `k${MIDDLE}`, false],
    ["ends in a tab", `k${MIDDLE}k\t`, false],
    ["begins with white space", `\u00a0${MIDDLE}k`, false],
    ["holds a reference", `k${MIDDLE}\${env:A}k`, false],
    ["may be a placeholder", `<k${"k".repeat(2000)}>`, false],
    ["short", "key", false],
  ])("%s", (_, value, ordinary) => {
    expect(seen(JSON.stringify(value))).toBe(ordinary);
  });

  it("is not one whose escapes are white space or a reference", () => {
    for (const [before, after] of [
      ["\\u0020k", "kk"],
      ["kk", "kk\\u0020"],
      ["kk", "kk\\u000a"],
      ["kk", "kk\\u2003"],
      ["-----BEGIN X", "kk\\u2003\\n"],
      ["k\\u0024{env:A}", "kk"],
      ["k", "kk\\\\\\n"],
    ])
      expect(seen(`"${before}${"k".repeat(2000)}${after}"`)).toBe(false);
  });

  it("is one that nothing is to be remarked on", () => {
    const edge = fc.string({
      unit: fc.constantFrom(" ", "\n", "\r", "\t", "\\", "n", "<", ">", "x", "k", '"', "$", "{", "\u2003"),
      maxLength: 5,
    });
    const begin = fc.tuple(fc.constantFrom("", "-----BEGIN K-----\n"), edge).map((parts) => parts.join(""));
    fc.assert(
      fc.property(begin, fc.constantFrom(MIDDLE, "x".repeat(3000)), edge, (before, middle, after) => {
        const value = `${before}${middle}${after}`;
        const bare = value.startsWith("-----BEGIN ") ? value.replace(/\r?\n$/, "") : value;
        const [first, second, third] = [before, middle, after].map((part) => JSON.stringify(part).slice(1, -1));
        const tokens = [`"${first}${second}${third}"`, `"${escaped(before)}${second}${escaped(after)}"`];
        if (tokens.some(seen)) {
          expect(bare.trim()).toBe(bare);
          expect(mayHoldReferences(value) || isPlaceholder(value)).toBe(false);
        }
        // Whichever way a text is looked at, the same is said about it.
        const codes = (secret: string): readonly string[] =>
          checkFile(readSetupFile(JSON.stringify({ setup: { type: "TOKEN", token: secret } }))).map(({ code }) => code);
        const short = `${before}${middle.slice(0, 13)}${after}`;
        expect(codes(value)).toEqual(codes(short));
      }),
      { numRuns: 2000 },
    );
  });
});
