import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../core/text/locale.js";

/** The most lines in a modal dialog, and their columns. */
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
const PIECES = new RegExp(`(?<!\\s)\\s*(?:[${WIDE}][、。，）」』]*|[^\\s${WIDE}]+)`, "gu");

export function columnsOf(text: string): number {
  return [...text].reduce((columns, character) => columns + (IS_WIDE.test(character) ? 2 : 1), 0);
}

/** Cuts a text to a number of columns. A cut text ends in an ellipsis. */
export function cutToColumns(text: string, columns: number): string {
  return columnsOf(text) <= columns ? text : `${headOf(text, columns - 1)}…`;
}

/**
 * Fits text into a modal dialog, which breaks long lines itself. In VS Code 1.105, a dialog doesn't scroll: one that's
 * taller than the window can't be answered with the mouse.
 * @param paragraphs an empty one is an empty line.
 * @param more says where to read the full text. Shown if the dialog doesn't have it.
 */
export function layOutDialog(message: string, paragraphs: readonly string[], more?: string): string {
  const isFitting = (lines: readonly string[]) => {
    const heightAt = (columns: number) => lines.reduce((height, line) => height + linesOf(line, columns), 0);
    const drawn = linesOf(message, DRAWN_MESSAGE_COLUMNS) + heightAt(DRAWN_COLUMNS);
    return heightAt(LINE_COLUMNS) < MAX_LINES && drawn <= MAX_DRAWN_LINES;
  };
  if (isFitting(paragraphs)) return paragraphs.join("\n");
  const last = more === undefined ? [] : [more];
  const cutTo = (columns: number) => paragraphs.map((paragraph) => cutToColumns(paragraph, columns));
  const widths = Array.from({ length: MAX_LINES }, (_, at) => (MAX_LINES - at) * LINE_COLUMNS);
  for (const columns of [...widths, DRAWN_COLUMNS]) {
    const lines = [...cutTo(columns), ...last];
    if (isFitting(lines)) return lines.join("\n");
  }
  const shown = cutTo(DRAWN_COLUMNS).slice(0, MAX_LINES - 3);
  const rest = l10n.t("… and {0} more", formatNumber(paragraphs.length - shown.length));
  return [...shown, rest, ...last].join("\n");
}

/** How many lines a dialog draws for a text. */
function linesOf(text: string, columns: number): number {
  let [lines, used] = [1, 0];
  for (const piece of text.match(PIECES) ?? []) {
    const width = columnsOf(piece);
    const alone = columnsOf(piece.trimStart());
    if (used + width > columns) {
      lines += Math.ceil(alone / columns) - (used === 0 ? 1 : 0);
      used = alone % columns || columns;
    } else used += width;
  }
  return lines;
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
