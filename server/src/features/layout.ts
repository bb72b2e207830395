/** How a text is laid out, as far as what is added to it should follow suit. */
export interface Layout {
  /** The line break the text uses. */
  readonly lineBreak: "\n" | "\r\n";
  /** One level of indentation: a tab, or a number of spaces. */
  readonly unit: string;
}

const DEFAULT_UNIT = "  ";
const LINE_BREAK = /[\r\n]/g;
const FIRST_INDENTED = /[{[][^\S\r\n]*\r?\n([\t ]*)\S/;

/** Reads the layout off a text: from its first line break, and its first indented line. */
export function layoutOf(text: string): Layout {
  const start = text.slice(0, 10_000);
  const indented = FIRST_INDENTED.exec(start);
  const before = indented ? indentationAt(start, indented.index) : "";
  const inside = indented?.[1] ?? "";
  const deeper =
    inside.length > before.length && inside.startsWith(before) ? inside.slice(before.length) : DEFAULT_UNIT;
  return { lineBreak: start.includes("\r\n") ? "\r\n" : "\n", unit: deeper };
}

/** The offset at which the line that holds an offset begins. */
export function startOfLine(text: string, offset: number): number {
  if (offset === 0) return 0;
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

/** The offset of the line break that ends the line, or the length of the text. */
export function endOfLine(text: string, offset: number): number {
  LINE_BREAK.lastIndex = offset;
  return LINE_BREAK.exec(text)?.index ?? text.length;
}

/** The white space the line that holds an offset begins with. */
export function indentationAt(text: string, offset: number): string {
  const start = startOfLine(text, offset);
  let end = start;
  while (text[end] === " " || text[end] === "\t") end++;
  return text.slice(start, end);
}

/** Whether there is nothing but white space before an offset in its line. */
export function isFirstInLine(text: string, offset: number): boolean {
  const start = skipBlanksBack(text, offset);
  return start === 0 || isLineBreak(text[start - 1]);
}

/** The end of the last character before this offset that is no space or tab. */
export function skipBlanksBack(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === " " || text[start - 1] === "\t") start--;
  return start;
}

/** The first offset at or after this one that is no space or tab. */
export function skipBlanks(text: string, offset: number): number {
  let end = offset;
  while (text[end] === " " || text[end] === "\t") end++;
  return end;
}

/** The offset after the line break that stands at this offset, if one does. */
export function skipLineBreak(text: string, offset: number): number {
  if (text[offset] === "\r" && text[offset + 1] === "\n") return offset + 2;
  return isLineBreak(text[offset]) ? offset + 1 : offset;
}

function isLineBreak(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}
