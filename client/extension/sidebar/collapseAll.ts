import * as vscode from "vscode";

/** Collapses every row of the sidebar. VS Code's own button for that would take the room of the view's name. */
export async function collapseAll(): Promise<void> {
  await vscode.commands.executeCommand("vaultconn.connections.focus");
  await vscode.commands.executeCommand("list.collapseAll");
}
