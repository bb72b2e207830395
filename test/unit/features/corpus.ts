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
    const [first = "", body = ""] = head.split(/\n(.*)/s);
    const sections = rest.map((section) => {
      const [line = "", content = ""] = section.split(/\n(.*)/s);
      const [name = "", words = ""] = line.split(/:(.*)/s);
      return { line, name, words: words.trim(), text: content.replace(/\n$/, "") };
    });
    return { title: `${path.basename(file, ".txt")}: ${first}`, text: body.replace(/\n$/, ""), sections };
  });
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

/** A text without its marks, the ranges that they mark, in the order they open, and the cursors. */
export function readMarks(marked: string) {
  let text = "";
  const marks: { kind: string; start: number; end: number }[] = [];
  const cursors: number[] = [];
  for (const [piece, kind = ""] of marked.matchAll(/‸|«(?:(\w+):)?|»|[^‸«»]+/gu)) {
    if (piece === "‸") cursors.push(text.length);
    else if (piece.startsWith("«")) marks.push({ kind, start: text.length, end: -1 });
    else if (piece === "»") Object.assign(marks.findLast(({ end }) => end < 0) ?? {}, { end: text.length });
    else text += piece;
  }
  return { text, marks, cursors };
}

const PAGE = readFileSync(path.resolve(import.meta.dirname, "../../../docs/diagnostics.md"), "utf8");
const LEVELS = ["Error", "Warning", "Information", "Hint"];

/** The severity that each code is documented to have. */
export const SEVERITIES: ReadonlyMap<string, DiagnosticSeverity> = new Map(
  Array.from(PAGE.matchAll(/^## (\S+)\n\n\*(\w+)/gm), ([, code = "", level = ""]) => [
    code,
    (LEVELS.indexOf(level) + 1) as DiagnosticSeverity,
  ]),
);
