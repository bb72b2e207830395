import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hiddenIn } from "../../../schemas/hidden.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { quoted } from "../../../server/src/rules/wording.js";
import { printable, escapeControlCharacters, visibleJson } from "../../../client/cli/output/escapeControlCharacters.js";

const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|##\w*\[/u;
const texts = fc.string({ unit: "binary" }).map((text) => `${text}##[add-mask]\u001b[2J\u202E`);

/** What joiners and tags belong to: Persian, two scripts of India and Sri Lanka, emoji, and the flag of Scotland. */
const JOINED = [
  "می\u200cخواهم",
  "۱۳۸۰ ه\u200d.ش",
  "क्\u200dष",
  "ශ්\u200dරී",
  "👩🏽\u200d💻",
  "👩\u200d❤️\u200d👨",
  "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
];

describe("text in a terminal", () => {
  it.each([
    ["plain ünï 🎉", "plain ünï 🎉"],
    ["a\nb\r\u001b[31m", "a\\u{a}b\\u{d}\\u{1b}[31m"],
    ["\u009b2J\u202e\u2028", "\\u{9b}2J\\u{202e}\\u{2028}"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\ud800", "\\u{d800}"],
    ["##vso[task] ###[error] ### ## a", "\\u{23}#vso[task] #\\u{23}#[error] ### ## a"],
    ["# one", "# one"],
    ...JOINED.map((text) => [text, text]),
    ["a\u200cb\u200d", "a\\u{200c}b\\u{200d}"],
    ["\u0645\u200c\u200c\u202e", "\u0645\u200c\\u{200c}\\u{202e}"],
    ["\u{1f600}\u{e0041}", "\u{1f600}\\u{e0041}"],
    [`\u{1f3f4}${"\u{e0061}".repeat(8)}`, `\u{1f3f4}${"\u{e0061}".repeat(7)}\\u{e0061}`],
  ])("%j is shown as %j", (text, shown) => {
    expect(escapeControlCharacters(text)).toBe(shown);
  });

  it.each(JOINED)("has no problem with joiners that belong to %j", (text) => {
    expect([sanitizeText(text), hiddenIn(text), quoted(text)]).toEqual([text, undefined, `"${text}"`]);
  });
});

describe("a report", () => {
  it.each([
    ["a\r\n ::error::b\n:: c\na::b", "a\\u{d}\n \\u{3a}:error::b\n\\u{3a}: c\na::b", {}],
    ["::error::a\n::b \u001b[1m", "::error::a\n::b \\u{1b}[1m", { commands: true }],
    ["\u001b[31ma\u001b[39m \u001b[2J ##[b]", "\u001b[31ma\u001b[39m \\u{1b}[2J \\u{23}#[b]", { colours: true }],
    ["\u001b[31ma", "\\u{1b}[31ma", {}],
  ])("%j is printed as %j, with %j", (report, printed, own) => {
    expect(printable(report, own)).toBe(printed);
    expect(printable(printed, own)).toBe(printed);
  });
});

describe("JSON in a terminal", () => {
  it("contains nothing unsafe, and has the same meaning", () => {
    fc.assert(
      fc.property(texts, fc.dictionary(texts, fc.jsonValue()), (text, dictionary) => {
        const value = { text, dictionary };
        const json = visibleJson(value);
        expect(json).not.toMatch(UNSAFE);
        for (const written of [json, visibleJson(value, 2)])
          expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(visibleJson(value, 2).split("\n").join(" ")).not.toMatch(UNSAFE);
      }),
    );
  });
});
