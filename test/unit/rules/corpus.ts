import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** One case of the corpus: a text, and all that is to be said about it. */
export interface Case {
  readonly heading: string;
  readonly text: string;
  readonly expected: readonly Expected[];
  /** Names that exist, where the client has said so. */
  readonly env: readonly string[] | undefined;
}

interface Expected {
  readonly code: string;
  readonly start: number;
  readonly end: number;
  /** Words its message has to hold. */
  readonly words: readonly string[];
}

const FOLDER = fileURLToPath(new URL("../../fixtures/diagnostics/", import.meta.url));

/** The files of the corpus, by topic. How a case is written is told in README.md beside them. */
export function readCorpus(): ReadonlyMap<string, readonly Case[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".txt"));
  return new Map(
    files.map((name) => [path.basename(name, ".txt"), readCases(readFileSync(path.join(FOLDER, name), "utf8"))]),
  );
}

function readCases(content: string): readonly Case[] {
  return content.split(/^=== /m).slice(1).map(readCase);
}

function readCase(block: string): Case {
  const [first = "", ...lines] = block.trimEnd().split("\n");
  const [heading = "", ...options] = first.split(" | ");
  const isExpectation = (line: string): boolean => line.startsWith("--- ");
  const body = lines.filter((line) => !isExpectation(line)).join(options.includes("crlf") ? "\r\n" : "\n");
  const { text, marks } = readMarks((options.includes("bom") ? "\uFEFF" : "") + expand(body));
  const expectations = lines.filter(isExpectation).map((line) => line.slice("--- ".length).split(" "));
  if (marks.length !== expectations.length)
    throw new Error(`${heading}: ${marks.length} marks, ${expectations.length} expectations`);
  const env = options
    .find((option) => option.startsWith("env: "))
    ?.slice("env: ".length)
    .split(",");
  const expected = marks.map((mark, index) => ({ ...mark, ...readExpectation(expectations[index] ?? []) }));
  return { heading, text, env, expected: expected.sort((a, b) => a.start - b.start || a.end - b.end) };
}

function readExpectation([code = "", ...words]: readonly string[]): Pick<Expected, "code" | "words"> {
  return { code, words };
}

/** `⟨a*150⟩` is 150 times that text, `⟨U+0009⟩` that character. */
function expand(body: string): string {
  return body
    .replaceAll(/⟨([^⟩*]+)\*(\d+)⟩/gu, (_, repeated: string, times: string) => repeated.repeat(Number(times)))
    .replaceAll(/⟨U\+([\dA-F]+)⟩/gu, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
}

/** Takes the marks « and » out of a text; the places they mark, in the order they open. */
function readMarks(marked: string): {
  readonly text: string;
  readonly marks: readonly { readonly start: number; readonly end: number }[];
} {
  let text = "";
  const marks: { start: number; end: number }[] = [];
  const open: { start: number; end: number }[] = [];
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
