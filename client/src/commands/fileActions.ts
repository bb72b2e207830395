import * as vscode from "vscode";
import { currentSetupFile } from "./currentSetupFile.js";
import type { Services } from "../services.js";

/** What can be done with the setup file in the active editor, for a click on the status bar. */
export async function fileActions(services: Services): Promise<void> {
  const document = await currentSetupFile(services, undefined);
  if (!document) return;
  const actions = [
    { label: "$(cloud-upload) Push", command: "vaultconn.push" },
    { label: "$(diff) Compare with service", command: "vaultconn.compareWithService" },
    { label: "$(history) Show push history", command: "vaultconn.showHistory" },
    { label: "$(output) Show log", command: "vaultconn.showLog" },
  ];
  const action = await vscode.window.showQuickPick(actions, { title: "Setup file" });
  if (action) await vscode.commands.executeCommand(action.command, document.uri);
}
