import { describe, expect, it } from "vitest";
import { LANGUAGES, PARTS, translations } from "../../../scripts/l10n/bundles.js";
import { compareTranslations, describeMissing } from "../../../scripts/l10n/translations.js";

/** The marks that values are put in for, as in `{0}`. */
function marksOf(text: string): readonly string[] {
  return [...text.matchAll(/\{\d+\}/g)].map(([mark]) => mark).sort();
}

/** What Markdown could take for more than a character, and what is code in any language: `${env:NAME}`, `"type"`, `\\n`, `https://`. */
function signsOf(text: string): readonly string[] {
  return [...text.matchAll(/\$\{\w+:\w+\}|"[\w-]*"|https:\/\/(?:[\w./]*\w)?|\\\w?|[*_`~#<>[\]|]/g)]
    .map(([sign]) => sign)
    .sort();
}

/**
 * What is emphasized or in bold, as CommonMark takes it, whatever letters are around: a space or an end is outside of the
 * stars, and none inside. Japanese has no spaces by itself.
 */
function emphasisIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<=^|\s)(\*{1,2})(?=\S)[^*]*?(?<=\S)\1(?=\s|$)/gm)].map(([, stars = ""]) => stars);
}

describe.each(PARTS)("the translations of %s", (part) => {
  it.each(LANGUAGES)("say something, keep values and code, and get no new Markdown in %s", async (language) => {
    for (const [english, text] of Object.entries(await translations(part, language))) {
      expect(text.trim(), english).not.toBe("");
      expect(marksOf(text), english).toEqual(marksOf(english));
      expect(signsOf(text), english).toEqual(signsOf(english));
      expect(emphasisIn(text), english).toEqual(emphasisIn(english));
    }
  });
});

describe.each(LANGUAGES)("the bundle of %s", (language) => {
  it("has one translation for a text that several parts use", async () => {
    const all = await Promise.all(PARTS.map((part) => translations(part, language)));
    for (const [english, text] of all.flatMap((one) => Object.entries(one))) {
      expect(new Set(all.flatMap((one) => one[english] ?? [])), english).toEqual(new Set([text]));
    }
  });
});

describe("what a release asks for", () => {
  it("finds every English text, and names the ones without a translation", async () => {
    const comparisons = await compareTranslations();
    for (const { file, current, missing } of comparisons)
      expect(Object.keys(current).length + missing.length, file).toBeGreaterThan(20);
    expect(describeMissing([{ file: "client/l10n/de.json", current: {}, missing: ["Push to {0}"] }])).toBe(
      'client/l10n/de.json: "Push to {0}"\nTexts without a translation: 1',
    );
    expect(describeMissing([{ file: "client/l10n/de.json", current: { Push: "Pushen" }, missing: [] }])).toBe("");
  });
});
