import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../core/text/locale.js";

/** The most lines in a modal dialog. */
const MAX_LINES = 15;
const LINE_COLUMNS = 80;

/**
 * The columns in the narrowest dialog of any supported edition, and the lines that keep its buttons on a screen that's
 * 768 pixels high.
 */
const DRAWN_COLUMNS = 56;
const DRAWN_MESSAGE_COLUMNS = 40;
const MAX_DRAWN_LINES = 24;

/** Characters that are drawn as wide as two Latin letters. */
const WIDE =
  "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}";
const IS_WIDE = new RegExp(`[${WIDE}]`, "u");

/** Parts that can't be broken: a word, or a wide character with the punctuation after it. */
const PIECES = new RegExp(`\\s*(?:[${WIDE}][、。，）」』]*|[^\\s${WIDE}]+)`, "gu");

export function columnsOf(text: string): number {
  return [...text].reduce((columns, character) => columns + (IS_WIDE.test(character) ? 2 : 1), 0);
}

/** Cuts a text to a number of columns. A cut text ends in an ellipsis. */
export function cutToColumns(text: string, columns: number): string {
  return columnsOf(text) <= columns ? text : `${headOf(text, columns - 1)}…`;
}

/** An empty paragraph is an empty line. */
interface DialogParagraphs {
  /** The full text; absent if the dialog mustn't show all of it. */
  readonly full?: readonly string[];
  /** A shorter text, used if the full one doesn't fit. */
  readonly short?: readonly string[];
  /** Says where to read the full text. Shown if the dialog doesn't have it. */
  readonly more?: string;
}

/**
 * Fits text into a modal dialog. In the oldest supported edition, a dialog that's taller than the window can't be
 * answered with the mouse.
 */
export function layOutDialog(
  message: string,
  { full, short, more }: DialogParagraphs,
): { readonly detail: string; readonly isComplete: boolean } {
  const isFitting = (lines: readonly string[]) => {
    const drawn = lines.flatMap((line) => wrap(line, DRAWN_COLUMNS));
    const height = wrap(message, DRAWN_MESSAGE_COLUMNS).length + drawn.length;
    return lines.length < MAX_LINES && height <= MAX_DRAWN_LINES;
  };
  const all = full && linesOf(full, Infinity);
  if (all && isFitting(all)) return { detail: all.join("\n"), isComplete: true };
  const last = more === undefined ? [] : [more];
  const paragraphs = short ?? full ?? [];
  // The last tries have one line for each paragraph: first of full width, then as wide as the dialog draws.
  for (let share = MAX_LINES; share >= 0; share -= 1) {
    const lines = [...linesOf(paragraphs, share), ...last];
    if (isFitting(lines)) return { detail: lines.join("\n"), isComplete: false };
  }
  const shown = linesOf(paragraphs.slice(0, MAX_LINES - 3), 0);
  const rest = l10n.t("… and {0} more", formatNumber(paragraphs.length - shown.length));
  return { detail: [...shown, rest, ...last].join("\n"), isComplete: false };
}

/** Breaks paragraphs into lines. @param share maximum lines for each; 0 for one line that the dialog doesn't wrap. */
function linesOf(paragraphs: readonly string[], share: number): readonly string[] {
  return paragraphs.flatMap((paragraph) => {
    if (share <= 1) return [cutToColumns(paragraph, share === 0 ? DRAWN_COLUMNS : LINE_COLUMNS)];
    // Break long paragraphs where the dialog would wrap them.
    const lines = columnsOf(paragraph) <= LINE_COLUMNS ? [paragraph] : wrap(paragraph, DRAWN_COLUMNS);
    const last = lines[share - 1] ?? "";
    return lines.length <= share
      ? lines
      : [...lines.slice(0, share - 1), `${headOf(last, DRAWN_COLUMNS - 1).trimEnd()}…`];
  });
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
