import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeBetween } from "../../document/range.js";
import { relativeTo, toPlainText, toSnippet } from "../snippet.js";
import type { ClientSupport } from "../../client/support.js";
import type { Edit } from "./fix.js";

/** Edits as the client takes them: with tab stops and for this version of the document, where it can. */
export function toWorkspaceEdit(document: TextDocument, edits: readonly Edit[], support: ClientSupport): WorkspaceEdit {
  if (!support.versionedEdits) return { changes: { [document.uri]: edits.map((edit) => toTextEdit(document, edit)) } };
  const converted = edits.map((edit) =>
    support.snippetEdits && edit.text.some((part) => typeof part !== "string")
      ? toSnippetEdit(document, edit)
      : toTextEdit(document, edit),
  );
  return { documentChanges: [{ textDocument: { uri: document.uri, version: document.version }, edits: converted }] };
}

function toTextEdit(document: TextDocument, { start, end, text }: Edit): TextEdit {
  return { range: rangeBetween(document, start, end), newText: toPlainText(text) };
}

function toSnippetEdit(document: TextDocument, { start, end, text }: Edit): SnippetTextEdit {
  const value = toSnippet(relativeTo(document.getText(), start, text));
  return { range: rangeBetween(document, start, end), snippet: { kind: "snippet", value } };
}
