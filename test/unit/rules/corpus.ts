import { corpus, unescaped, type Case } from "../features/corpus.js";

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
