import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { DiagnosticSeverity } from "vscode-languageserver";

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
function unescaped(text: string): string {
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

/** The cases of the corpus of diagnostics, as `test/fixtures/README.md` describes them. */
export const CASES = corpus("diagnostics").map(readCase);

function readCase({ title, text: body, sections }: Case) {
  const [topic = ""] = title.split(": ");
  const heading = title.slice(topic.length + 2);
  const { text, marks } = readMarks(unescaped(body.trimEnd()));
  const expectations = sections.filter(({ name }) => name !== "env");
  if (marks.length !== expectations.length)
    throw new Error(`${heading}: ${marks.length} marks, ${expectations.length} expectations`);
  /** Environment variables that exist; undefined if the client hasn't said which do. */
  const env = sections.find(({ name }) => name === "env")?.words.split(", ");
  /** The diagnostics, each with words that its message contains. */
  const expected = marks.map((mark, index) => {
    const [code = "", ...words] = expectations[index]?.line.split(" ") ?? [];
    return { ...mark, code, words };
  });
  return { topic, heading, text, env, expected: expected.sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** A text without its marks « and », and the ranges that they mark, in the order they open. */
function readMarks(marked: string) {
  let text = "";
  const marks: { start: number; end: number }[] = [];
  const open: typeof marks = [];
  for (const part of marked.split(/([«»])/)) {
    if (part === "«") {
      const mark = { start: text.length, end: -1 };
      marks.push(mark);
      open.push(mark);
    } else if (part === "»") {
      const mark = open.pop();
      if (mark) mark.end = text.length;
    } else {
      text += part;
    }
  }
  return { text, marks };
}

const ERROR: DiagnosticSeverity = 1;
const WARNING: DiagnosticSeverity = 2;
const INFORMATION: DiagnosticSeverity = 3;
const HINT: DiagnosticSeverity = 4;

const ERRORS = `syntax not-an-object unknown-property read-only-property duplicate-property missing-property missing-type
  unknown-type incomplete-setup conflicting-properties wrong-value-type invalid-value too-short too-long not-https-url
  not-hostname not-email malformed-reference too-large empty-value unfilled-placeholder`;
const WARNINGS =
  "nothing-to-update empty-setup surrounding-whitespace unresolved-reference duplicate-target malformed-key hidden-character";

/** The severity every code is promised to have. */
export const SEVERITIES: ReadonlyMap<string, DiagnosticSeverity> = new Map([
  ...ERRORS.split(/\s+/).map((code) => [code, ERROR] as const),
  ...WARNINGS.split(" ").map((code) => [code, WARNING] as const),
  ["type-omitted", INFORMATION],
  ["plain-text-secret", HINT],
]);
