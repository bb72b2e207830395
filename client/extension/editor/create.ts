import * as vscode from "vscode";
import { numbered } from "../../core/files/fileName.js";

/** Whether nothing stands at this place yet. */
async function isFree(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return false;
  } catch {
    return true;
  }
}

/**
 * Writes a new file into a folder under the first name that is free: `name`,
 * or `name` with a number. An existing file is never touched.
 * @returns where the file stands.
 */
export async function createFile(folder: vscode.Uri, fileName: string, text: string): Promise<vscode.Uri> {
  for (let count = 1; ; count++) {
    const file = vscode.Uri.joinPath(folder, numbered(fileName, count));
    if (!(await isFree(file))) continue;
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(file, { overwrite: false, contents: new TextEncoder().encode(text) });
    if (await vscode.workspace.applyEdit(edit)) return file;
    if (await isFree(file)) throw new Error(`could not write ${file.fsPath}`);
  }
}
