import {
  type CodeAction,
  type Range,
  type SnippetTextEdit,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../../../server/src/document/setupFile.js";
import { actionsFor } from "../../../server/src/features/codeActions/codeActions.js";
import { type ClientSupport } from "../../../server/src/client/client.js";
import { checkFile, type Finding } from "../../../server/src/rules/check.js";
import { type RuleContext } from "../../../server/src/rules/rule.js";
import { expandSnippet, indented } from "./accept.js";
import { knowing } from "./clients.js";

/** The range from the first to the last character of a document. */
export function wholeOf(document: TextDocument): Range {
  return { start: { line: 0, character: 0 }, end: document.positionAt(document.getText().length) };
}

/** The findings of a document, in the words of the rules. */
export function findingsOf(document: TextDocument, context: RuleContext = {}): readonly Finding[] {
  return checkFile(setupFileOf(document), context);
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
export function applied(document: TextDocument, { edit }: CodeAction): string {
  const edits = edit ? editsIn(document, edit) : [];
  return TextDocument.applyEdits(
    document,
    edits.map((each) =>
      "snippet" in each
        ? { range: each.range, newText: indented(document, each.range.start, expandSnippet(each.snippet.value)) }
        : each,
    ),
  );
}

function editsIn(
  document: TextDocument,
  { changes, documentChanges }: WorkspaceEdit,
): readonly (TextEdit | SnippetTextEdit)[] {
  if (!documentChanges) return changes?.[document.uri] ?? [];
  return documentChanges.flatMap((change) => {
    if (!("edits" in change)) throw new Error("Only edits of documents are expected.");
    if (change.textDocument.version !== document.version) throw new Error("The edit is for another version.");
    return change.edits;
  });
}
