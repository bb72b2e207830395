import { describe, expect, it } from "vitest";
import { sanitizeText } from "../../schemas/sanitizeText.js";
import { reviewAddress, sanitizeLabel } from "../../client/core/text/escapeText.js";

describe("plain text", () => {
  it.each([
    ["Billing hook", "Billing hook"],
    ["two\nlines\r\n\tand a tab", "two lines and a tab"],
    ["abc\u202Egnp.exe", "abc gnp.exe"],
    ["[press](command:vaultconn.push)", "[press] (command:vaultconn.push)"],
    ["zero\u200Bwidth\u0000", "zero width"],
    ["  framed  ", "framed"],
    ["\u{1F469}\u{1F3FD}\u200D\u{1F4BB} a\u200Db", "\u{1F469}\u{1F3FD}\u200D\u{1F4BB} a b"],
    ["\u3164\u2800\u115F ", ""],
  ])("shows %j as %j", (text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
  });

  it("is cut between code points", () => {
    expect(sanitizeText("😀".repeat(10), 5)).toBe(`${"😀".repeat(4)}…`);
    expect(sanitizeText("ab\u{1F469}\u200D\u{1F4BB}cd", 5)).toBe("ab…");
  });

  it("shows no icons in a label", () => {
    expect(sanitizeLabel("$(zap) $(sync~spin) $(not an icon)")).toBe(String.raw`\$(zap) \$(sync~spin) $(not an icon)`);
  });
});

const ORIGIN = "https://acme.example:8443";

describe("the address of a review's document", () => {
  it.each([
    ["a.b", "a-b"],
    ["a.b", "a..b"],
    ["a b", "a\u200bb"],
    ["\u00e4", "a\u0308"],
    ["a?b", "a#b"],
    ["😀", "😁"],
  ])("distinguishes %j from %j", (one, other) => {
    const [first, second] = [one, other].map((id) => JSON.stringify(reviewAddress(`${ORIGIN}/${id}/service`, ".json")));
    expect(first).not.toBe(second);
  });

  it("is the same for the same review, and readable", () => {
    const address = reviewAddress(`${ORIGIN}/ac_1.2/service`, ".json");
    expect(address).toEqual(reviewAddress(`${ORIGIN}/ac_1.2/service`, ".json"));
    expect(address.path).toBe("/https-//acme-example-8443/ac_1-2/service.json");
  });
});
