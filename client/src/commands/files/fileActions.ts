import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { currentSetupFile } from "./currentSetupFile.js";
import type { Services } from "../../services.js";

/** What can be done with the setup file in the active editor, for a click on the status bar. */
export async function fileActions(services: Services): Promise<void> {
  const document = await currentSetupFile(services, undefined);
  if (!document) return;
  const open = services.fileStates.openPush(document.uri) !== undefined;
  const actions = [
    ...(open
      ? [{ label: `$(question) ${l10n.t("Check how the last push ended")}`, command: "vaultconn.checkPush" }]
      : []),
    { label: `$(cloud-upload) ${l10n.t("Push")}`, command: "vaultconn.push" },
    { label: `$(diff) ${l10n.t("Compare with service")}`, command: "vaultconn.compareWithService" },
    { label: `$(copy) ${l10n.t("Copy to another tenant")}`, command: "vaultconn.copyToTenant" },
    { label: `$(list-tree) ${l10n.t("Reveal in sidebar")}`, command: "vaultconn.revealInTree" },
    { label: `$(history) ${l10n.t("Show pushes")}`, command: "vaultconn.pushes.focus" },
    { label: `$(output) ${l10n.t("Show log")}`, command: "vaultconn.showLog" },
  ];
  const action = await vscode.window.showQuickPick(actions, { title: l10n.t("Setup file") });
  if (action) await vscode.commands.executeCommand(action.command, document.uri);
}
