import * as vscode from "vscode";
import { namingConnection } from "../../core/files/setupCopy.js";

/**
 * Writes the chosen connection and its tenant into a setup file of the full shape, in one step that can be undone.
 * @returns false where the file could not be written: the editor has its old text then. The API does not tell of a file
 * that is read-only, and takes edits of it.
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
