import { styleText } from "node:util";
import { visible } from "../../../server/src/cli/visible.js";

/** How a cell is coloured, where colours are wanted. */
export type Style = Parameters<typeof styleText>[0];

/** A cell: its text, and how it is coloured. */
export type Cell = string | { readonly text: string; readonly style: Style };

/** Characters that terminals show in two columns. */
const WIDE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{EPres}/u;
const characters = new Intl.Segmenter();

/** A table in plain text: columns as wide as they have to be, and nothing in a cell that could steer a terminal. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[], colours: boolean): string {
  if (rows.length === 0) return "";
  const lines = [head.map((text) => ({ text, style: "bold" as const })), ...rows].map((cells) =>
    cells.map((cell) => (typeof cell === "string" ? { text: visible(cell) } : { ...cell, text: visible(cell.text) })),
  );
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => width(cells[column]?.text ?? ""))));
  const padded = ({ text, style }: { text: string; style?: Style }, column: number): string => {
    const shown = colours && style !== undefined ? styleText(style, text, { validateStream: false }) : text;
    return shown + " ".repeat((widths[column] ?? 0) - width(text));
  };
  return lines.map((cells) => `${cells.map(padded).join("  ").trimEnd()}\n`).join("");
}

/** How many columns of a terminal a text takes. */
function width(text: string): number {
  return [...characters.segment(text)].reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1), 0);
}
