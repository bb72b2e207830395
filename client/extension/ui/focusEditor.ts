import * as vscode from "vscode";

/**
 * Takes the focus off the sidebar, into the editor, before rows come while something else is to be asked or shown: VS
 * Code gives a view that it draws anew the focus it had a moment before, and a list that loses the focus closes.
 */
export async function focusEditor(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
}
