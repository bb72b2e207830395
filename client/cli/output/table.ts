import { styleText } from "node:util";
import Table from "cli-table3";
import { visible } from "../../../server/src/cli/visible.js";

/** How a cell is coloured, where colours are wanted. */
export type Style = Parameters<typeof styleText>[0];

/** A cell: its text, and how it is coloured. */
export type Cell = string | { readonly text: string; readonly style: Style };

const NO_BORDERS = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
} as const;

/** A table in plain text: columns as wide as they have to be, and nothing in a cell that could steer a terminal. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[], colours: boolean): string {
  if (rows.length === 0) return "";
  const made = new Table({
    head: head.map((title) => (colours ? styleText("bold", title, { validateStream: false }) : title)),
    chars: NO_BORDERS,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
  });
  made.push(...rows.map((cells) => cells.map((cell) => inColour(cell, colours))));
  return `${made
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")}\n`;
}

function inColour(cell: Cell, colours: boolean): string {
  if (typeof cell === "string") return visible(cell);
  const text = visible(cell.text);
  return colours ? styleText(cell.style, text, { validateStream: false }) : text;
}
