import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { TextDocument } from "vscode-languageserver-textdocument";

/**
 * A case of a corpus: a title, and named sections of text. A corpus file holds
 * any number of cases:
 *
 *     === title
 *     text
 *     --- section: words on the same line
 *     text of the section
 */
export interface Case {
  readonly title: string;
  /** The text before the first section. */
  readonly text: string;
  readonly sections: readonly Section[];
}

/** A section of a case. */
interface Section {
  /** All of its first line. */
  readonly line: string;
  readonly name: string;
  /** What follows the name on its line. */
  readonly words: string;
  readonly text: string;
}

const FIXTURES = path.resolve(import.meta.dirname, "../../fixtures");

/** Every case of the corpus in a folder of `test/fixtures`. */
export function corpus(folder: string): readonly Case[] {
  const directory = path.join(FIXTURES, folder);
  const files = readdirSync(directory)
    .filter((name) => name.endsWith(".txt"))
    .sort();
  return files.flatMap((file) => casesIn(file, readFileSync(path.join(directory, file), "utf8")));
}

function casesIn(file: string, text: string): readonly Case[] {
  const [, ...parts] = text.split(/^=== /m);
  return parts.map((part) => {
    const [head = "", ...rest] = part.split(/^--- /m);
    const { first, body } = firstLine(head);
    const sections = rest.map((section) => {
      const { first: line, body: content } = firstLine(section);
      const colon = line.indexOf(":");
      return {
        line,
        name: colon < 0 ? line : line.slice(0, colon),
        words: colon < 0 ? "" : line.slice(colon + 1).trim(),
        text: content,
      };
    });
    return { title: `${path.basename(file, ".txt")}: ${first}`, text: body, sections };
  });
}

function firstLine(text: string): { readonly first: string; readonly body: string } {
  const end = text.indexOf("\n");
  return end < 0
    ? { first: text, body: "" }
    : { first: text.slice(0, end), body: text.slice(end + 1).replace(/\n$/, "") };
}

/**
 * The text of a case as a document. `<CR>` at the end of a line stands for a
 * carriage return, `<NUL>` and `<BOM>` for those characters.
 */
export function documentOf(text: string): TextDocument {
  return TextDocument.create("file:///workspace/case.vaultconn.json", "vaultconn", 1, unescaped(text));
}

/** A document and the offset of the cursor mark in it, which is taken out. */
export function documentWithCursor(
  text: string,
  mark = "|",
): { readonly document: TextDocument; readonly cursor: number } {
  const whole = unescaped(text);
  const cursor = whole.indexOf(mark);
  if (cursor < 0) throw new Error(`There is no cursor mark in: ${text}`);
  return { document: documentOf(whole.slice(0, cursor) + whole.slice(cursor + mark.length)), cursor };
}

/** The characters that a text file can't show. */
const MARKS = Object.entries({ "<CR>": "\r", "<NUL>": "\0", "<BOM>": "\uFEFF", "<TAB>": "\t" });

function unescaped(text: string): string {
  return MARKS.reduce((result, [mark, character]) => result.replaceAll(mark, character), text);
}

/** The other way round, for comparing with a section. */
export function escaped(text: string): string {
  return MARKS.reduce((result, [mark, character]) => result.replaceAll(character, mark), text);
}
