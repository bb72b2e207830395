import { describe, expect, it } from "vitest";
import { sanitizeLabel, sanitizeText } from "../../client/core/text/sanitizeText.js";

describe("plain text", () => {
  it.each([
    ["Billing hook", "Billing hook"],
    ["two\nlines\r\n\tand a tab", "two lines and a tab"],
    ["abc\u202Egnp.exe", "abc gnp.exe"],
    ["[press](command:vaultconn.push)", "[press] (command:vaultconn.push)"],
    ["zero\u200Bwidth\u0000", "zero width"],
    ["  framed  ", "framed"],
  ])("of %j is %j", (text, expected) => {
    expect(sanitizeText(text)).toBe(expected);
  });

  it("is cut at whole code points", () => {
    expect(sanitizeText("😀".repeat(10), 5)).toBe(`${"😀".repeat(4)}…`);
  });

  it("stays text in a label that draws icons", () => {
    expect(sanitizeLabel("$(zap) $(sync~spin) $(not an icon)")).toBe(String.raw`\$(zap) \$(sync~spin) $(not an icon)`);
  });
});
