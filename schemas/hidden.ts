import { lateExpression } from "./lateExpression.js";

/** Joiners after emoji and letters of scripts that aren't Latin: they change what's seen. */
const JOINER = String.raw`(?<=[\p{Extended_Pictographic}\p{M}\p{Emoji_Modifier}]|(?!\p{Script=Latin})\p{L})[\u200c\u200d]`;
/** The tags after a black flag, such as those of Scotland. */
const FLAG_TAG = String.raw`(?<=\u{1f3f4}[\u{e0030}-\u{e007a}]{0,6})[\u{e0030}-\u{e007a}\u{e007f}]`;
/** For regular expressions with the flag `u`: format characters that belong to a text. */
export const SEEN_FORMAT = `(?:${JOINER}|${FLAG_TAG})`;
const invisible = lateExpression(
  String.raw`(?![\t\n\r])\p{Cc}|\u2800|(?!${SEEN_FORMAT}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}`,
  "gu",
);
const NO_BREAK_SPACE = /\u00a0/gu;
const SPACE = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/gu;
/** Letters of other alphabets, and what word processors and chats change, in the order of `ORIGINALS`. */
const SIMILAR = "аеорсухіјѕһԁԝАВЕКМНОРСТУХЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧον‘’‚′“”„″‐‑‒–—―−";
const ORIGINALS = "aeopcyxijshdwABEKMHOPCTYXSIJABEZHIKMNOPTYXov''''\"\"\"\"-------";
const FULL_WIDTH = 0xfee0;
const SIMILAR_CHARACTER = new RegExp(`[${SIMILAR}\uff01-\uff5e]`, "gu");
const ONLY_ASCII = /^[\t\n\r -~]*$/;

export interface Hidden {
  readonly kind: "invisible" | "noBreakSpace" | "space" | "lookAlike";
  readonly index: number;
  readonly character: string;
}

/**
 * Finds the first character that people can't see, or can't tell from an ASCII one. One that's like an ASCII character counts only
 * if everything else is ASCII, because it's ordinary in other languages.
 * @param isProse whether those are ordinary in the text in any case.
 */
export function hiddenIn(text: string, isProse = false): Hidden | undefined {
  if (ONLY_ASCII.test(text)) return undefined;
  const found = (pattern: RegExp, kind: Hidden["kind"]): readonly Hidden[] => {
    const index = text.search(pattern);
    return index < 0 ? [] : [{ kind, index, character: String.fromCodePoint(text.codePointAt(index) ?? 0) }];
  };
  return [
    ...found(invisible(), "invisible"),
    ...found(NO_BREAK_SPACE, "noBreakSpace"),
    ...found(SPACE, "space"),
    ...(isProse || !isOtherwiseAscii(text) ? [] : found(SIMILAR_CHARACTER, "lookAlike")),
  ].sort((a, b) => a.index - b.index)[0];
}

function isOtherwiseAscii(text: string): boolean {
  const others = text.replaceAll(SPACE, " ").replaceAll(invisible(), "").replaceAll(SIMILAR_CHARACTER, "");
  return ONLY_ASCII.test(others) && /[a-z\d]/i.test(others);
}

/** The text with ordinary characters instead of those that `hiddenIn` finds. */
export function withoutHidden(text: string, isProse = false): string {
  if (ONLY_ASCII.test(text)) return text;
  const visible = text.replaceAll(SPACE, " ").replaceAll(invisible(), "");
  return isProse || !isOtherwiseAscii(text)
    ? visible
    : visible.replaceAll(SIMILAR_CHARACTER, (character) => {
        const original = ORIGINALS[SIMILAR.indexOf(character)];
        return original ?? String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH);
      });
}

/**
 * As `hiddenIn`, in a word that has to be ASCII: every letter of it may be of another alphabet, and a space of any kind
 * has to go.
 */
export function hiddenInWord(word: string): Hidden | undefined {
  const hidden = hiddenIn(`${word}a`);
  return hidden && (hidden.kind === "lookAlike" ? hidden : { ...hidden, kind: "invisible" });
}

/** A word that has to be ASCII without what `hiddenInWord` finds. */
export function asciiOf(word: string): string {
  return withoutHidden(`${word}a`).slice(0, -1);
}

/** Such as U+00A0. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
