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
    const [first, body] = splitAt("\n", head);
    const sections = rest.map((section) => {
      const [line, content] = splitAt("\n", section);
      const [name, words] = splitAt(":", line);
      return { line, name, words: words.trim(), text: content.replace(/\n$/, "") };
    });
    return { title: `${path.basename(file, ".txt")}: ${first}`, text: body.replace(/\n$/, ""), sections };
  });
}

/** What is before and after the first of a character. */
function splitAt(character: string, text: string): readonly [string, string] {
  const [before = "", ...after] = text.split(character);
  return [before, after.join(character)];
}

/** The text of a case as a document. */
export function documentOf(text: string): TextDocument {
  return TextDocument.create("file:///workspace/case.vaultconn.json", "vaultconn", 1, unescaped(text));
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
  const expectations = sections.filter(({ name }) => name !== "env" && name !== "providers");
  if (marks.length !== expectations.length)
    throw new Error(`${heading}: ${marks.length} marks, ${expectations.length} expectations`);
  /** The names that exist; undefined if the client hasn't said which do. */
  const namesOf = (kind: string) => sections.find(({ name }) => name === kind)?.words.split(", ");
  const [env, providers] = [namesOf("env"), namesOf("providers")];
  /** The diagnostics, each with words that its message contains. */
  const expected = marks.map((mark, index) => {
    const [code = "", ...words] = expectations[index]?.line.split(" ") ?? [];
    return { ...mark, code, words };
  });
  return {
    topic,
    heading,
    text,
    env,
    providers,
    expected: expected.sort((a, b) => a.start - b.start || a.end - b.end),
  };
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

/** The codes of each severity, from errors to hints. */
const CODES = [
  `syntax not-an-object unknown-property read-only-property duplicate-property missing-property missing-type
  unknown-type incomplete-setup conflicting-properties wrong-value-type invalid-value too-short too-long not-https-url
  not-hostname not-email malformed-reference too-large empty-value unfilled-placeholder`,
  "nothing-to-update empty-setup surrounding-whitespace unresolved-reference duplicate-target malformed-key hidden-character",
  "type-omitted",
  "plain-text-secret",
];

/** The severity every code is promised to have. */
export const SEVERITIES: ReadonlyMap<string, DiagnosticSeverity> = new Map(
  CODES.flatMap((codes, at) => codes.split(/\s+/).map((code) => [code, (at + 1) as DiagnosticSeverity] as const)),
);
