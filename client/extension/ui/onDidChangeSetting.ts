import * as vscode from "vscode";

/** @param name a setting such as `vaultconn.tenants`, or a section of settings. */
export function onDidChangeSetting(name: string, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(name)) listener();
  });
}
