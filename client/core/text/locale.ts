import * as l10n from "@vscode/l10n";

let language = "en";

/**
 * Sets the language of dates, numbers and lists within texts, once, when the extension starts.
 * @param tag such as "de"; "en" where there are no texts in the editor's language, so that no sentence mixes two.
 */
export function setLocale(tag: string): void {
  language = tag;
}

/** The language that texts are written in, as a BCP 47 tag. */
export function locale(): string {
  return language;
}

/** Items as a part of a sentence, as in "a, b, and c". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}

/** Items in a row, as in "a, b, c". */
export function formatNarrowList(items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction", style: "narrow" }).format(items);
}

/** A number with its groups of digits, as in "1,000". */
export function formatNumber(number: number): string {
  return new Intl.NumberFormat(language).format(number);
}

/** Whole sentences one after the other; not every language puts a space between them. Empty ones are left out. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .reduce((before, next) => (before === "" ? next : l10n.t("{0} {1}", before, next)), "");
}

/** A text that stands alone, as a label or a sentence does: it begins with a capital letter. */
export function capitalize(text: string): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase(language) + text.slice(first.length);
}
