import { TextDocument } from "vscode-languageserver-textdocument";
import { describe, expect, it } from "vitest";
import { formatEdits } from "../../../server/src/features/formatting.js";
import { corpus, documentOf, escaped } from "./corpus.js";

const OPTIONS = { tabSize: 2, insertSpaces: true };

describe("formatting corpus", () => {
  it.each(corpus("formatting"))("$title", ({ text, sections }) => {
    const document = documentOf(text.replaceAll(/[«»]/g, ""));
    const start = text.indexOf("«");
    const range =
      start < 0 ? undefined : { start: document.positionAt(start), end: document.positionAt(text.indexOf("»") - 1) };
    const [{ name, words, text: expected } = { name: "", words: "", text: "" }] = sections;
    const options = Object.fromEntries(words.split(" ").map((option) => [option, true]));
    const edits = formatEdits(document, { ...OPTIONS, ...options }, range);
    if (name === "unchanged") expect(edits).toEqual([]);
    else expect(escaped(TextDocument.applyEdits(document, edits))).toBe(expected);
  });

  it("indents with tabs where the editor does", () => {
    const document = documentOf('{"id":"x"}');
    expect(TextDocument.applyEdits(document, formatEdits(document, { tabSize: 4, insertSpaces: false }))).toBe(
      '{\n\t"id": "x"\n}',
    );
  });
});
