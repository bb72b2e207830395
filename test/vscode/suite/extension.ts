import * as vscode from "vscode";

/** Writes a file into the workspace. @param name its path from the workspace folder */
export async function write(name: string, text: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error("The suite needs a workspace folder.");
  const file = vscode.Uri.joinPath(folder.uri, name);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return file;
}

/** Writes a file into the workspace and opens it in an editor. */
export async function open(name: string, text: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await write(name, text));
}

/** Closes every editor, and what was typed there with it. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** The extension under test. */
export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension<unknown>("vaultconn.vault-connections");
  if (found === undefined) throw new Error("VS Code does not know the extension.");
  return found;
}

/** The commands of its manifest. */
export function commands(): readonly string[] {
  const { contributes } = extension().packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  return contributes.commands.map(({ command }) => command);
}
