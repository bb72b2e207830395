import {
  InsertReplaceEdit,
  InsertTextFormat,
  InsertTextMode,
  type CompletionItem,
  type Position,
  type TextEdit,
  type CodeAction,
  type Range,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../../../server/src/document/setupFile.js";
import { actionsFor } from "../../../server/src/features/codeActions/codeActions.js";
import type { ClientSupport } from "../../../server/src/client/support.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";
import type { RuleContext } from "../../../server/src/rules/rule.js";
import { knowing } from "./clients.js";

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
function indented(document: TextDocument, { line, character }: Position, text: string): string {
  const before = document.getText({ start: { line, character: 0 }, end: { line, character } });
  const [indentation = ""] = /^[\t ]*/.exec(before) ?? [];
  return text.replaceAll("\n", `\n${indentation}`);
}

const PIECE = /\\([\\$}])|\$(\d+)|\$\{(\d+)(?:\|((?:[^|\\]|\\.)*)\||:((?:[^}\\]|\\.)*))\}|[\\$]/g;

/** A snippet with its tab stops shown as «number», «number:placeholder» or «number:choices». */
function expandSnippet(snippet: string): string {
  return snippet.replaceAll(
    PIECE,
    (_, escaped?: string, bare?: string, stop?: string, choices?: string, placeholder?: string) => {
      if (escaped !== undefined) return escaped;
      if (bare !== undefined) return `«${bare}»`;
      if (stop === undefined) throw new Error(`Not a snippet: ${snippet}`);
      return `«${stop}:${(choices ?? placeholder ?? "").replaceAll(/\\(.)/g, "$1")}»`;
    },
  );
}

/** The range from the first to the last character of a document. */
export function wholeOf(document: TextDocument): Range {
  return { start: { line: 0, character: 0 }, end: document.positionAt(document.getText().length) };
}

/** What can be done about a range of a document. */
export async function actionsOf(
  document: TextDocument,
  range: Range,
  support: ClientSupport,
  only?: string[],
  rules: RuleContext = {},
): Promise<readonly CodeAction[]> {
  const file = setupFileOf(document);
  const context = { diagnostics: [], ...(only && { only }) };
  return actionsFor(
    { range, context },
    { document, file, findings: checkFile(file, rules), client: { support, ...knowing } },
  );
}

/** A document after an action; tab stops shown as «number:placeholder». Edits mustn't overlap. */
export function applied(document: TextDocument, { edit: { changes, documentChanges } = {} }: CodeAction): string {
  const edits = documentChanges?.flatMap((change) => {
    if (!("edits" in change) || change.textDocument.version !== document.version)
      throw new Error("Only edits of this version of the document are expected.");
    return change.edits;
  });
  return TextDocument.applyEdits(
    document,
    (edits ?? changes?.[document.uri] ?? []).map((each) =>
      "snippet" in each
        ? { range: each.range, newText: indented(document, each.range.start, expandSnippet(each.snippet.value)) }
        : each,
    ),
  );
}
