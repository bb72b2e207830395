import { readFile } from "node:fs/promises";

import { fileOf, LANGUAGES, manifestFileOf, manifestTranslations, PARTS, translations } from "./bundles.js";
import { textsOf } from "./texts.js";

/** A file with translations, compared with the English texts of today. */
interface Comparison {
  readonly file: string;
  /** What the file should hold: its translations of texts that are still there, in their order. */
  readonly current: Readonly<Record<string, unknown>>;
  /** The English texts without a translation. */
  readonly missing: readonly string[];
}

/** Compares every file with translations with the sources and the manifest. A text that has changed is a new text. */
export async function compareTranslations(): Promise<readonly Comparison[]> {
  const parts = await Promise.all(
    PARTS.map(async (part) => ({
      part,
      texts: [...(await textsOf(part))].sort().map((text) => [text, text] as const),
    })),
  );
  const titles = Object.entries(JSON.parse(await readFile("package.nls.json", "utf8")) as Record<string, string>);
  const comparisons: Comparison[] = [];
  for (const language of LANGUAGES) {
    for (const { part, texts } of parts)
      comparisons.push(compare(fileOf(part, language), texts, await translations(part, language)));
    const known = Object.entries(await manifestTranslations(language));
    const current = known.filter(([key, { comment }]) =>
      titles.some(([title, text]) => title === key && text === comment[0]),
    );
    comparisons.push(compare(manifestFileOf(language), titles, Object.fromEntries(current)));
  }
  return comparisons;
}

/** @param texts the English texts, each with the key that its translation has */
function compare(
  file: string,
  texts: readonly (readonly [key: string, english: string])[],
  known: Readonly<Record<string, unknown>>,
): Comparison {
  const isKnown = ([key]: readonly [string, string]): boolean => Object.hasOwn(known, key);
  return {
    file,
    current: Object.fromEntries(texts.filter(isKnown).map(([key]) => [key, known[key]])),
    missing: texts.filter((text) => !isKnown(text)).map(([, english]) => english),
  };
}

/**
 * What a release still needs.
 *
 * @returns each file with texts that aren't translated, and these texts, as lines; nothing if all are
 */
export function describeMissing(comparisons: readonly Comparison[]): string {
  const lines = comparisons.flatMap(({ file, missing }) => missing.map((text) => `${file}: ${JSON.stringify(text)}`));
  return lines.length === 0 ? "" : `${lines.join("\n")}\nTexts without a translation: ${lines.length}`;
}
