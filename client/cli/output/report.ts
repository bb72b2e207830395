import { styleText } from "node:util";
import { Option } from "@commander-js/extra-typings";
import type { TextRange } from "../../../server/protocol/messages.js";
import { checkoutOf, pathFrom } from "../files/pathFrom.js";
import { mayColour, write, type Io } from "../io.js";
import { escapeControlCharacters, visibleJson } from "./escapeControlCharacters.js";

export type Style = Parameters<typeof styleText>[0];

type Cell = string | { readonly text: string; readonly style: Style };

export interface Annotation extends Partial<TextRange> {
  readonly level: "error" | "warning" | "notice";
  readonly file: string;
  readonly title: string;
  readonly message: string;
}

export interface Report {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly notes: readonly (readonly [file: string, sentence: string])[];
  readonly summary: string;
  /** Replaces the default text, which is the table, the notes and the summary. */
  readonly text?: (colours: boolean) => string;
  readonly data: object;
  readonly annotations: readonly Annotation[];
}

const FORMATS = { text, json: ({ data }: Report) => jsonText(data), github, markdown } as const;

export type Format = keyof typeof FORMATS;

interface Printing {
  readonly colours: boolean;
  /** The folder that annotation paths are relative to. */
  readonly checkout: string;
}

/** @param more additional formats of one command. */
export function formatOption<More extends string = never>(...more: readonly More[]) {
  return new Option("--format <format>", "the format of the output")
    .choices([...(Object.keys(FORMATS) as Format[]), ...more])
    .default("text");
}

export async function print(report: Report, format: Format, io: Pick<Io, "stdout" | "env" | "cwd">): Promise<void> {
  const printing = { colours: mayColour(io.stdout, io.env), checkout: checkoutOf(io) };
  await write(io.stdout, await printed(report, format, printing), { commands: format === "github" });
}

export async function printed(report: Report, format: Format, printing: Printing): Promise<string> {
  return FORMATS[format](report, printing);
}

export async function text(report: Report, { colours }: Pick<Printing, "colours">): Promise<string> {
  if (report.text) return report.text(colours);
  const { head, rows, notes, summary } = report;
  const sentences = notes
    .map(([file, note]) => `${escapeControlCharacters(file)}: ${escapeControlCharacters(note)}\n`)
    .join("");
  return [await table(head, rows, colours), sentences, summary && `${summary}\n`]
    .filter((part) => part !== "")
    .join("\n");
}

async function table(head: readonly string[], rows: Report["rows"], colours: boolean): Promise<string> {
  if (rows.length === 0) return "";
  const lines = [head.map((word) => ({ text: word, style: "bold" as const })), ...rows].map((cells) =>
    cells.map((cell) =>
      typeof cell === "string"
        ? { text: escapeControlCharacters(cell) }
        : { ...cell, text: escapeControlCharacters(cell.text) },
    ),
  );
  const columnsOf = await measureFor(lines.flat());
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => columnsOf(cells[column]?.text ?? ""))));
  const padded = (cell: { text: string; style?: Style }, column: number): string =>
    styled(cell.text, colours ? cell.style : undefined) + " ".repeat((widths[column] ?? 0) - columnsOf(cell.text));
  return lines.map((cells) => `${cells.map(padded).join("  ").trimEnd()}\n`).join("");
}

export function styled(plain: string, style: Style | undefined): string {
  return style === undefined ? plain : styleText(style, plain, { validateStream: false });
}

/** Loads what measures other characters than ASCII only for them, because that takes 20 ms. */
async function measureFor(cells: readonly { readonly text: string }[]): Promise<(plain: string) => number> {
  if (cells.every(({ text }) => /^[ -~]*$/.test(text))) return ({ length }) => length;
  const { default: columnsOf } = await import("string-width");
  return columnsOf;
}

/** Writes workflow commands, which GitHub's runner shows as annotations of files. */
function github({ annotations, summary }: Report, { checkout }: Printing): string {
  const lines = annotations.map(({ level, file, title, message, line = 1, column, endLine, endColumn }) => {
    const end = endLine === undefined ? "" : `,endLine=${endLine}`;
    // The runner accepts columns only within one line.
    const columns = column !== undefined && line === endLine ? `,col=${column},endColumn=${endColumn ?? column}` : "";
    const place = `file=${property(pathFrom(checkout, file))},line=${line}${end}${columns}`;
    return `::${level} ${place},title=${property(title)}::${value(message)}\n`;
  });
  return `${lines.join("")}${summary}\n`;
}

/** The runner reads line breaks from percent encoding. */
function value(plain: string): string {
  return plain
    .split(/([\r\n])/)
    .map((part) =>
      part === "\r" || part === "\n" ? encodeURIComponent(part) : escapeControlCharacters(part).replaceAll("%", "%25"),
    )
    .join("");
}

function property(plain: string): string {
  return value(plain).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

export function markdown({ title, head, rows, notes, summary }: Report): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const lines = rows.map((cells) =>
    line(cells.map((cell) => (typeof cell === "string" ? code(cell, true) : cell.text))),
  );
  const rowsShown = fitting(lines, MAX_MARKDOWN_LENGTH / 2);
  const listed = lines.length === 0 ? "" : `${line(head)}${line(head.map(() => "---"))}${rowsShown}`;
  const sentences = notes.map(([file, note]) => `- ${code(file)}: ${PLAIN.test(note) ? note : code(note)}\n`);
  const parts = [`### ${title}\n`, summary && `${summary}\n`, listed];
  const room = MAX_MARKDOWN_LENGTH - parts.join("\n").length - MORE_LENGTH;
  return [...parts, fitting(sentences, room)].filter((part) => part !== "").join("\n");
}

/** A comment on GitHub has at most 65,536 characters, and what else is in it needs some. In UTF-16 units. */
const MAX_MARKDOWN_LENGTH = 64_000;
/** Room for what `fitting` adds. */
const MORE_LENGTH = 50;

/** Joins as many lines as there's room for, and counts the others. */
function fitting(lines: readonly string[], room: number): string {
  let length = 0;
  const count = lines.findIndex((line) => (length += line.length) > room);
  return count < 0 ? lines.join("") : `${lines.slice(0, count).join("")}\nand ${lines.length - count} more\n`;
}

/** Text without anything that Markdown, or what GitHub makes links, mentions, emoji or formulas of, gives a meaning. */
const PLAIN = /^(?!.*(?:www\.|GH-\d|:\S))[\p{L}\p{N} .,:;'"()%?-]*$/iu;

/** Formats text as code, which prevents links, mentions, references, images and extra cells. */
function code(plain: string, isCell = false): string {
  if (plain === "") return "";
  const text = escapeControlCharacters(plain);
  const fence = "`".repeat(1 + Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)));
  const padding = /^`|`$/.test(text) ? " " : "";
  // Readers of Markdown disagree about two backslashes before a vertical bar.
  const cell = isCell ? text.replaceAll("|", "\\|").replaceAll("\\\\|", "\\\\u{7c}") : text;
  return `${fence}${padding}${cell}${padding}${fence}`;
}

export function jsonText(data: object, indent?: number): string {
  return `${visibleJson(data, indent)}\n`;
}
