import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../core/text/locale.js";

/** Of a modal dialog. */
const MAX_LINES = 15;
const LINE_COLUMNS = 80;

/**
 * What the narrowest dialog of a supported edition draws, and how many lines leave its buttons on a screen of 768
 * pixels.
 */
const DRAWN_COLUMNS = 56;
const DRAWN_MESSAGE_COLUMNS = 40;
const MAX_DRAWN_LINES = 24;

/** Characters that are drawn as wide as two Latin letters. */
const WIDE =
  "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}";
const IS_WIDE = new RegExp(`[${WIDE}]`, "u");

/** What stays in one line: a word, or a wide character with the punctuation after it. */
const PIECES = new RegExp(`\\s*(?:[${WIDE}][、。，）」』]*|[^\\s${WIDE}]+)`, "gu");

export function columnsOf(text: string): number {
  return [...text].reduce((columns, character) => columns + (IS_WIDE.test(character) ? 2 : 1), 0);
}

/** As much of a text as so many columns hold. One that is longer ends in an ellipsis. */
export function cutToColumns(text: string, columns: number): string {
  return columnsOf(text) <= columns ? text : `${headOf(text, columns - 1)}…`;
}

/** An empty paragraph is an empty line. */
interface DialogParagraphs {
  /** All there is to say; not given where the dialog never says all of it. */
  readonly full?: readonly string[];
  /** The same in fewer paragraphs, for where it doesn't fit. */
  readonly short?: readonly string[];
  /** Where to read all of it, said where the dialog doesn't have it. */
  readonly more?: string;
}

/** In the oldest supported edition, a dialog taller than the window can't be answered with the mouse. */
export function layOutDialog(
  message: string,
  { full, short, more }: DialogParagraphs,
): { readonly detail: string; readonly isComplete: boolean } {
  const isFitting = (lines: readonly string[]) =>
    lines.length < MAX_LINES &&
    heightOf(message, DRAWN_MESSAGE_COLUMNS) + sum(lines.map((line) => heightOf(line, DRAWN_COLUMNS))) <=
      MAX_DRAWN_LINES;
  const all = full && linesOf(full, Infinity);
  if (all && isFitting(all)) return { detail: all.join("\n"), isComplete: true };
  const last = more === undefined ? [] : [more];
  const paragraphs = short ?? full ?? [];
  // At last a line of its full width, or of what is drawn of it in one.
  for (const share of [...SHARES_LINES, 0]) {
    const lines = [...linesOf(paragraphs, share), ...last];
    if (isFitting(lines)) return { detail: lines.join("\n"), isComplete: false };
  }
  const shown = linesOf(paragraphs.slice(0, MAX_LINES - 3), 0);
  const rest = l10n.t("… and {0} more", formatNumber(paragraphs.length - shown.length));
  return { detail: [...shown, rest, ...last].join("\n"), isComplete: false };
}

const SHARES_LINES = Array.from({ length: MAX_LINES }, (_, at) => MAX_LINES - at);

/** The lines of paragraphs. @param share how many lines each has at most; 0 for one that is drawn as one. */
function linesOf(paragraphs: readonly string[], share: number): readonly string[] {
  return paragraphs.flatMap((paragraph) => {
    if (share <= 1) return [cutToColumns(paragraph, share === 0 ? DRAWN_COLUMNS : LINE_COLUMNS)];
    // What is too long for a line is broken where it would be drawn in the next.
    const lines = columnsOf(paragraph) <= LINE_COLUMNS ? [paragraph] : wrap(paragraph, DRAWN_COLUMNS);
    const last = lines[share - 1] ?? "";
    return lines.length <= share
      ? lines
      : [...lines.slice(0, share - 1), `${headOf(last, DRAWN_COLUMNS - 1).trimEnd()}…`];
  });
}

function heightOf(text: string, columns: number): number {
  return wrap(text, columns).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.match(PIECES) ?? []) {
    if (columnsOf(line + piece) <= columns) {
      line += piece;
      continue;
    }
    if (line !== "") lines.push(line);
    line = piece.trimStart();
    while (columnsOf(line) > columns) {
      const head = headOf(line, columns);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return [...lines, line];
}

function headOf(text: string, columns: number): string {
  let head = "";
  let width = 0;
  for (const character of text) {
    width += columnsOf(character);
    if (width > columns) break;
    head += character;
  }
  return head;
}
