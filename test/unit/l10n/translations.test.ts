import { describe, expect, it } from "vitest";
import { LANGUAGES, PARTS, translations } from "../../../scripts/l10n/bundles.js";
import { textsOf } from "../../../scripts/l10n/texts.js";

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

describe.each(PARTS)("the texts of %s", (part) => {
  const reading = textsOf(part);

  it.each(LANGUAGES)("are all translated into %s", async (language) => {
    const texts = await reading;
    const translated = await translations(part, language);
    expect(texts.size).toBeGreaterThan(20);
    expect(Object.keys(translated).sort()).toEqual([...texts].sort());
    expect(Object.values(translated).filter((text) => text.trim() === "")).toEqual([]);
  });

  it.each(LANGUAGES)("keep values and code, and get no new Markdown in %s", async (language) => {
    for (const [english, text] of Object.entries(await translations(part, language))) {
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
