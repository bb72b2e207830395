import * as vscode from "vscode";
import { sanitizeLabel } from "../../core/text/sanitizeText.js";

/** Lets a person choose one of several setup files; with fewer than two there is nothing to ask. */
export async function pickSetupFile(files: readonly vscode.Uri[], title: string): Promise<vscode.Uri | undefined> {
  if (files.length < 2) return files[0];
  const items = files.map((file) => ({ label: sanitizeLabel(vscode.workspace.asRelativePath(file)), file }));
  return (await vscode.window.showQuickPick(items, { title }))?.file;
}
