import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { TextDocument } from "vscode-languageserver-textdocument";

export type Case = ReturnType<typeof casesIn>[number];

const FIXTURES = path.resolve(import.meta.dirname, "../../fixtures");

/** Every case of the corpus in a folder of `test/fixtures`. */
export function corpus(folder: string): readonly Case[] {
  const directory = path.join(FIXTURES, folder);
  const files = readdirSync(directory)
    .filter((name) => name.endsWith(".txt"))
    .sort();
  return files.flatMap((file) => casesIn(file, readFileSync(path.join(directory, file), "utf8")));
}

/**
 * A case of a corpus is a title, and named sections of text. A corpus file holds
 * any number of cases:
 *
 *     === title
 *     text
 *     --- section: words on the same line
 *     text of the section
 */
function casesIn(file: string, text: string) {
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

function firstLine(text: string) {
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

/** A document and the offset of the cursor mark, `|`, in it, which is taken out. */
export function documentWithCursor(text: string) {
  const whole = unescaped(text);
  const cursor = whole.indexOf("|");
  if (cursor < 0) throw new Error(`There is no cursor mark in: ${text}`);
  return { document: documentOf(whole.slice(0, cursor) + whole.slice(cursor + 1)), cursor };
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
