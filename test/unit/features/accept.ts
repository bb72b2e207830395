import { InsertReplaceEdit, InsertTextFormat, type CompletionItem, type TextEdit } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

/** What an accepted item makes of a document, tab stops shown as «number» or «number:choices». */
export function accept(document: TextDocument, item: CompletionItem, mode: "insert" | "replace" = "replace"): string {
  const { textEdit } = item;
  if (!textEdit) throw new Error(`${item.label} has no edit.`);
  const range = InsertReplaceEdit.is(textEdit) ? textEdit[mode] : textEdit.range;
  const newText =
    item.insertTextFormat === InsertTextFormat.Snippet ? expandSnippet(textEdit.newText) : textEdit.newText;
  const edits: TextEdit[] = [...(item.additionalTextEdits ?? []), { range, newText }];
  return TextDocument.applyEdits(document, edits);
}

/** The same text with nothing typed at the tab stops and the first choice taken. */
export function withoutStops(text: string): string {
  return text.replaceAll(/«\d+(?::([^»,]*)[^»]*)?»/g, "$1");
}

const PIECE = /\\([\\$}])|\$\{(\d+)\|((?:[^|\\]|\\.)*)\|\}|\$\{(\d+):((?:[^}\\]|\\.)*)\}|\$(\d+)|[^\\$]+|[^]/g;

/** A snippet with its tab stops shown as «number», «number:placeholder» or «number:choices». */
export function expandSnippet(snippet: string): string {
  return Array.from(
    snippet.matchAll(PIECE),
    ([whole, escaped, choiceStop, choices, placeholderStop, placeholder, stop]) => {
      if (escaped !== undefined) return escaped;
      if (stop !== undefined) return `«${stop}»`;
      if (choiceStop !== undefined) return `«${choiceStop}:${unescape(choices)}»`;
      if (placeholderStop !== undefined) return `«${placeholderStop}:${unescape(placeholder)}»`;
      if (whole.startsWith("$") || whole.startsWith("\\")) throw new Error(`Not a snippet: ${snippet}`);
      return whole;
    },
  ).join("");
}

function unescape(text = ""): string {
  return text.replaceAll(/\\(.)/g, "$1");
}
