import type { RenameFile, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../../../../schemas/references.js";
import { rangeBetween } from "../../document/range.js";
import { keyOf } from "../../workspace/uris.js";
import type { Context } from "../feature.js";

/** What changes in one file. */
export interface FileEdits {
  readonly document: TextDocument;
  readonly edits: readonly (Span & { readonly text: string })[];
}

/**
 * Edits of several files as the client takes them: for the very versions of the open documents, where it can.
 * @param rename a file that is renamed after them.
 */
export function toWorkspaceEdit(
  { client: { support }, openFiles }: Pick<Context, "client" | "openFiles">,
  files: readonly FileEdits[],
  rename?: Pick<RenameFile, "oldUri" | "newUri">,
): WorkspaceEdit {
  const changes = files.map(({ document, edits }) => ({
    document,
    edits: edits.map(({ start, end, text }) => ({ range: rangeBetween(document, start, end), newText: text })),
  }));
  if (!support.versionedEdits && !rename)
    return { changes: Object.fromEntries(changes.map(({ document, edits }) => [document.uri, edits])) };
  const open = new Map(openFiles.all().map(({ uri, version }) => [keyOf(uri), version]));
  const ofTexts = changes.map(({ document: { uri }, edits }): TextDocumentEdit => ({
    textDocument: { uri, version: open.get(keyOf(uri)) ?? null },
    edits,
  }));
  return { documentChanges: rename ? [...ofTexts, { kind: "rename", ...rename }] : ofTexts };
}
