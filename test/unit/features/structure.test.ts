import { describe, expect, it } from "vitest";
import type { DocumentSymbol, SelectionRange } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { linksIn } from "../../../server/src/features/documentLinks.js";
import { symbolsOf } from "../../../server/src/features/documentSymbols.js";
import { foldsOf } from "../../../server/src/features/foldingRanges.js";
import { hintsIn } from "../../../server/src/features/inlayHints.js";
import { selectionAt } from "../../../server/src/features/selectionRanges.js";
import { wholeOf } from "./edits.js";
import { plain, vscode } from "./clients.js";
import { corpus, documentOf, documentWithCursor } from "./corpus.js";

function symbolLines(document: TextDocument, words: string): string {
  const at = ({ range, selectionRange }: DocumentSymbol): string =>
    words === "with ranges" ? ` «${document.getText(selectionRange)}» in «${document.getText(range)}»` : "";
  const lines = (symbols: readonly DocumentSymbol[], indentation = ""): readonly string[] =>
    symbols.flatMap((symbol) => [
      `${indentation}${symbol.name}${symbol.detail === undefined ? "" : ` = ${symbol.detail}`}${at(symbol)}`,
      ...lines(symbol.children ?? [], `${indentation}  `),
    ]);
  return lines(symbolsOf(document)).join("\n");
}

function foldLines(document: TextDocument, client: string): string {
  const support = client === "plain" ? plain : vscode;
  const at = (line: number, character?: number): string =>
    character === undefined ? String(line) : `${line}:${character}`;
  return foldsOf(document, support)
    .map(({ startLine, startCharacter, endLine, endCharacter, kind }) =>
      [`${at(startLine, startCharacter)}-${at(endLine, endCharacter)}`, kind ?? []].flat().join(" "),
    )
    .join("\n");
}

function selectionLines(text: string): string {
  const { document, cursor } = documentWithCursor(text);
  const lines: string[] = [];
  let selection: SelectionRange | undefined = selectionAt(document, document.positionAt(cursor));
  for (; selection; selection = selection.parent) lines.push(`«${document.getText(selection.range)}»`);
  return lines.join("\n");
}

describe("structure corpus", () => {
  it.each(corpus("structure"))("$title", ({ text, sections }) => {
    const document = documentOf(text.replace("‸", ""));
    const client = sections.find(({ name }) => name === "client")?.words ?? "";
    for (const { name, words, text: expected } of sections.filter((section) => section.name !== "client"))
      if (name === "symbols") expect(symbolLines(document, words)).toBe(expected);
      else if (name === "folds") expect(foldLines(document, client)).toBe(expected);
      else if (name === "selections") expect(selectionLines(text)).toBe(expected);
      else if (name === "links")
        expect(
          linksIn(document, words === "" ? undefined : words.replace("in ", ""))
            .map(({ range, target }) => `${document.getText(range)} → ${target ?? ""}`)
            .join("\n"),
        ).toBe(expected);
      else if (name === "hint") {
        const hints = hintsIn(document, wholeOf(document)).map(({ position, label }) => ({ position, label }));
        const position = document.positionAt(text.indexOf("‸"));
        expect(hints).toEqual(words === "" ? [] : [{ position, label: words }]);
      } else throw new Error(`There is no section ${name}.`);
  });

  it("names the fields in the range that's shown alone", () => {
    const document = documentOf('{\n"type": "API_KEY",\n"api_key": "k"\n}');
    expect(hintsIn(document, { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } })).toEqual([]);
  });
});
