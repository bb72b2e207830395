import * as vscode from "vscode";

/** Writes a file into the workspace and opens it in an editor. */
export async function open(name: string, text: string): Promise<vscode.TextEditor> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error("The suite needs a workspace folder.");
  const file = vscode.Uri.joinPath(folder.uri, name);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return vscode.window.showTextDocument(file);
}

/** Closes every editor, and what was typed there with it. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}
