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

/** A case's title, its text, and its named sections. `test/fixtures/README.md` describes the format. */
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

/** The text of a case as a document. */
export function documentOf(text: string): TextDocument {
  return TextDocument.create("file:///workspace/case.vaultconn.json", "vaultconn", 1, unescaped(text));
}

/** A document without its cursor mark, and the mark's offset. */
export function documentWithCursor(text: string) {
  const whole = unescaped(text);
  const cursor = whole.indexOf("‸");
  if (cursor < 0) throw new Error(`There is no cursor mark in: ${text}`);
  return { document: documentOf(whole.slice(0, cursor) + whole.slice(cursor + 1)), cursor };
}

/** Characters that a text file can't show. */
const CHARACTERS = Object.entries({ "⟨CR⟩": "\r", "⟨NUL⟩": "\0", "⟨BOM⟩": "\uFEFF", "⟨TAB⟩": "\t" });

/** Replaces ⟨CR⟩ and the like, ⟨U+0009⟩, and ⟨a*150⟩, which is 150 times `a`. */
export function unescaped(text: string): string {
  const repeated = text.replaceAll(/⟨([^⟩*]+)\*(\d+)⟩/gu, (_, part: string, times: string) =>
    part.repeat(Number(times)),
  );
  return CHARACTERS.reduce((result, [mark, character]) => result.replaceAll(mark, character), repeated).replaceAll(
    /⟨U\+([\dA-F]+)⟩/gu,
    (_, code: string) => String.fromCodePoint(parseInt(code, 16)),
  );
}

/** The reverse, to compare with a section. */
export function escaped(text: string): string {
  return CHARACTERS.reduce((result, [mark, character]) => result.replaceAll(character, mark), text);
}
