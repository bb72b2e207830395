/** Files above this size, in bytes of UTF-8, are not looked at. */
export const MAX_BYTES = 5 * 1024 * 1024;

/** Whether a text is over `MAX_BYTES`. Counts bytes only where the number of characters leaves it open. */
export function isTooLarge(text: string): boolean {
  if (text.length > MAX_BYTES) return true;
  return text.length * 3 > MAX_BYTES && Buffer.byteLength(text) > MAX_BYTES;
}

const WHITESPACE = /[\s\uFEFF]*/y;
const LINE_BREAK = /[\r\n]/g;

/**
 * Where the root value of a text begins, found without parsing it: the first
 * character that is neither white space nor part of a comment.
 * @returns an offset; the length of the text if there is nothing but those.
 */
export function startOfRoot(text: string): number {
  for (let offset = 0; ;) {
    WHITESPACE.lastIndex = offset;
    WHITESPACE.test(text);
    const start = WHITESPACE.lastIndex;
    const end = endOfComment(text, start);
    if (end === undefined) return start;
    offset = end;
  }
}

function endOfComment(text: string, start: number): number | undefined {
  if (text.startsWith("//", start)) {
    LINE_BREAK.lastIndex = start;
    return LINE_BREAK.exec(text)?.index ?? text.length;
  }
  if (!text.startsWith("/*", start)) return undefined;
  const close = text.indexOf("*/", start + 2);
  return close < 0 ? text.length : close + 2;
}
