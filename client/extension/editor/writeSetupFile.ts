import * as l10n from "@vscode/l10n";
import { visit } from "jsonc-parser";
import * as vscode from "vscode";
import { LANGUAGE_ID } from "../../../schemas/files.js";
import { numbered, namedIn } from "../../core/files/setupFileName.js";
import { namingConnection } from "../../core/files/setupCopy.js";
import { remember } from "../../core/push/compareRecords.js";
import { statOf } from "./setupFiles.js";
import type { EditorServices } from "./editorServices.js";
import type { ChosenConnection } from "../tenants/searchConnections.js";

interface NewFile {
  /** Undefined for an untitled file. */
  readonly folder: vscode.Uri | undefined;
  /** Gets a number if it's taken. */
  readonly fileName: string;
  readonly text: string;
  /** An offset in UTF-16 code units. */
  readonly cursor: number;
}

/**
 * Writes a setup file for a connection, remembers the connection's state, and opens the file. If it can't be written,
 * opens an untitled one.
 */
export async function placeSetupFile(
  { memory }: EditorServices,
  { folder, fileName, text, cursor }: NewFile,
  { session, connection }: ChosenConnection,
): Promise<void> {
  const file = folder && (await createFile(folder, fileName, text).catch(() => undefined));
  if (folder && !file)
    vscode.window.showWarningMessage(
      l10n.t(
        "The setup file couldn't be written to the workspace folder. It's open but not saved. Free up disk space, or save the file elsewhere.",
      ),
    );
  if (file)
    await memory.remember(file, {
      origin: session.tenant.origin,
      id: connection.id,
      record: remember(connection),
      linked: namedIn(text).id === undefined,
    });
  const document = file
    ? await vscode.workspace.openTextDocument(file)
    : await vscode.workspace.openTextDocument({ language: LANGUAGE_ID, content: text });
  await showAt(document, cursor);
}

/**
 * Opens a document and selects in one step, since the user may type at once.
 * @param cursor offset in UTF-16 code units.
 */
export async function showAt(document: vscode.TextDocument, cursor: number): Promise<void> {
  const position = document.positionAt(cursor);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

/** Creates a file with the first free name: `fileName`, or `fileName` with a number. @returns the file. */
async function createFile(folder: vscode.Uri, fileName: string, text: string): Promise<vscode.Uri> {
  for (let count = 1; ; count++) {
    const file = vscode.Uri.joinPath(folder, numbered(fileName, count));
    if (await statOf(file)) continue;
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(file, { overwrite: false, contents: new TextEncoder().encode(text) });
    if (await vscode.workspace.applyEdit(edit)) return file;
    if (!(await statOf(file))) throw new Error(`could not write ${file.fsPath}`);
  }
}

/** Puts the cursor into the first value that's still empty, if there's one. */
export async function showFirstEmpty(document: vscode.TextDocument): Promise<void> {
  let first: number | undefined;
  visit(document.getText(), {
    onLiteralValue: (value, offset) => {
      if (value === "") first ??= offset;
    },
  });
  if (first !== undefined) await showAt(document, first + 1);
}

/**
 * Writes the connection and its tenant into a full setup file, as one undo step.
 * @returns false if the file couldn't be saved. It then has its old text, since the API accepts edits of read-only
 * files.
 */
export async function writeTarget(
  document: vscode.TextDocument,
  target: { readonly id: string; readonly tenantHost: string },
): Promise<boolean> {
  const text = document.getText();
  const edit = new vscode.WorkspaceEdit();
  for (const { offset, length, content } of namingConnection(text, target) ?? []) {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    edit.replace(document.uri, range, content);
  }
  if (edit.size === 0 || !(await vscode.workspace.applyEdit(edit))) return false;
  if (await Promise.resolve(document.save()).catch(() => false)) return true;
  const restore = new vscode.WorkspaceEdit();
  restore.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(restore);
  return false;
}
