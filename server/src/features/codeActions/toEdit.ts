import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeBetween } from "../../document/range.js";
import { indentationAt, startOfLine } from "../layout.js";
import { toPlainText, toSnippet, type Template } from "../snippet.js";
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

/** An editor indents the lines of a snippet as far as the line it stands in, so that much is left out. */
function toSnippetEdit(document: TextDocument, { start, end, text }: Edit): SnippetTextEdit {
  const whole = document.getText();
  const indentation = indentationAt(whole, start).slice(0, start - startOfLine(whole, start));
  const relative: Template = text.map((part) =>
    typeof part === "string" ? part.replaceAll(`\n${indentation}`, "\n") : part,
  );
  return { range: rangeBetween(document, start, end), snippet: { kind: "snippet", value: toSnippet(relative) } };
}
