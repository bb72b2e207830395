import { corpus, type Case } from "../features/corpus.js";

/** The cases of the corpus: a text each, and all that is to be said about it. README.md beside them tells how one is written. */
export const CASES = corpus("diagnostics").map(readCase);

function readCase({ title, text: body, sections }: Case) {
  const [topic = ""] = title.split(": ");
  const [heading = "", ...options] = title.slice(topic.length + 2).split(" | ");
  const written = options.includes("crlf") ? body.trimEnd().replaceAll("\n", "\r\n") : body.trimEnd();
  const { text, marks } = readMarks((options.includes("bom") ? "\uFEFF" : "") + expand(written));
  if (marks.length !== sections.length)
    throw new Error(`${heading}: ${marks.length} marks, ${sections.length} expectations`);
  /** Names that exist, where the client has said so. */
  const env = options
    .find((option) => option.startsWith("env: "))
    ?.slice("env: ".length)
    .split(",");
  /** The diagnostics, each with the words that its message has to hold. */
  const expected = marks.map((mark, index) => {
    const [code = "", ...words] = sections[index]?.line.split(" ") ?? [];
    return { ...mark, code, words };
  });
  return { topic, heading, text, env, expected: expected.sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** `⟨a*150⟩` is 150 times that text, `⟨U+0009⟩` that character. */
function expand(body: string): string {
  return body
    .replaceAll(/⟨([^⟩*]+)\*(\d+)⟩/gu, (_, repeated: string, times: string) => repeated.repeat(Number(times)))
    .replaceAll(/⟨U\+([\dA-F]+)⟩/gu, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
}

/** Takes the marks « and » out of a text; the places they mark, in the order they open. */
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
