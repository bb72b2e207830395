import {
  InsertReplaceEdit,
  InsertTextFormat,
  InsertTextMode,
  type CompletionItem,
  type Position,
  type TextEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

/** What an accepted item makes of a document, tab stops shown as «number» or «number:choices». */
export function accept(document: TextDocument, item: CompletionItem, mode: "insert" | "replace" = "replace"): string {
  const { textEdit } = item;
  if (!textEdit) throw new Error(`${item.label} has no edit.`);
  const range = InsertReplaceEdit.is(textEdit) ? textEdit[mode] : textEdit.range;
  const isSnippet = item.insertTextFormat === InsertTextFormat.Snippet;
  const expanded = isSnippet ? expandSnippet(textEdit.newText) : textEdit.newText;
  const isIndented =
    item.insertTextMode === undefined ? isSnippet : item.insertTextMode === InsertTextMode.adjustIndentation;
  const newText = isIndented ? indented(document, range.start, expanded) : expanded;
  const edits: TextEdit[] = [...(item.additionalTextEdits ?? []), { range, newText }];
  return TextDocument.applyEdits(document, edits);
}

/** A text whose lines an editor has given the indentation of the line it is inserted in. */
export function indented(document: TextDocument, { line, character }: Position, text: string): string {
  const before = document.getText({ start: { line, character: 0 }, end: { line, character } });
  const [indentation = ""] = /^[\t ]*/.exec(before) ?? [];
  return text.replaceAll("\n", `\n${indentation}`);
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
