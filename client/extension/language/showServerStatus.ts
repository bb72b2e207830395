import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { setupFileSelector } from "../editor/setupDocument.js";
import { actionTitle } from "../actions.js";
import type { LanguageServerClient, ServerState } from "./languageServerClient.js";

const TEXTS: Readonly<Record<ServerState, () => string>> = {
  starting: () => l10n.t("Language server: starting"),
  running: () => l10n.t("Language server: running"),
  stopped: () => l10n.t("Language server: stopped"),
};

/** Shows the state of the language server beside the language of a setup file. */
export function showServerStatus(server: Pick<LanguageServerClient, "state" | "onDidChangeState">): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("vaultconn.languageServer", [...setupFileSelector()]);
  item.name = "Vault Connections";
  item.command = { title: actionTitle("restartLanguageServer"), command: "vaultconn.restartLanguageServer" };
  const update = () => {
    item.text = TEXTS[server.state]();
    item.busy = server.state === "starting";
    item.severity =
      server.state === "stopped" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
  };
  update();
  return vscode.Disposable.from(item, server.onDidChangeState(update));
}
