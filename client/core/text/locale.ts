import * as l10n from "@vscode/l10n";

let language = "en";
/** Creating one is slow, and rows and progress show many numbers. */
let numberFormat: Intl.NumberFormat | undefined;

/** Call it once, at startup. @param tag such as "de"; "en" if texts aren't translated, to avoid mixing languages. */
export function setLocale(tag: string): void {
  language = tag;
  numberFormat = undefined;
}

/** A BCP 47 tag. */
export function locale(): string {
  return language;
}

/** As in "a, b, and c". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}

/** As in "a, b, c". */
export function formatNarrowList(items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction", style: "narrow" }).format(items);
}

/** Keeps the first names, and adds the number of others. @param limit maximum number of names. */
export function shortenList(names: readonly string[], limit: number): readonly string[] {
  const more = names.length - limit;
  return more > 0 ? [...names.slice(0, limit), l10n.t("{0} more", formatNumber(more))] : names;
}

export function formatNumber(number: number): string {
  numberFormat ??= new Intl.NumberFormat(language);
  return numberFormat.format(number);
}

/** Joins sentences, without empty ones. Some languages don't put a space between them. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .reduce((before, next) => (before === "" ? next : l10n.t("{0} {1}", before, next)), "");
}

export function capitalize(text: string): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase(language) + text.slice(first.length);
}
