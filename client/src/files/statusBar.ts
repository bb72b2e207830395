import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { LANGUAGE_ID } from "./setupFiles.js";
import { enumerated } from "../locale.js";
import { plainLabel } from "../plainText.js";
import type { Sessions } from "../tenants/sessions.js";
import type { FileState, FileStates } from "./fileStates.js";
import { namedIn } from "./namedIn.js";
import { lastSeen, tenantOfFile } from "./tenantOfFile.js";

/** What the state of a file is called. */
export function stateInWords(kind: FileState["kind"]): string {
  switch (kind) {
    case "new":
      return l10n.t("not pushed");
    case "inSync":
      return l10n.t("in sync");
    case "probable":
      return l10n.t("probably pushed");
    case "changed":
      return l10n.t("changed since the last push");
    case "pending":
      return l10n.t("not so far, looking again");
    case "unknown":
      return l10n.t("outcome of the last push not known");
    case "drifted":
      return l10n.t("changed on the service");
    case "overtaken":
      return l10n.t("changed on the service, compared");
    case "gone":
      return l10n.t("gone from the service");
  }
}

/** Shows tenant, connection and state of the setup file in the active editor. */
export function showStatus(states: FileStates, sessions: Sessions): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("vaultconn.status", vscode.StatusBarAlignment.Left, 10);
  item.name = "Vault Connections";
  item.command = "vaultconn.fileActions";
  const update = async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== LANGUAGE_ID) {
      item.hide();
      return;
    }
    const { kind, remembered } = await states.of(document.uri);
    if (vscode.window.activeTextEditor?.document !== document) return;
    const words = [...targetOf(document, sessions, remembered), stateInWords(kind)];
    item.text = `$(zap) ${words.map((word) => plainLabel(word, 40)).join(" · ")}`;
    item.tooltip = l10n.t("Push, compare or show the connection of this setup file");
    item.accessibilityInformation = { label: l10n.t("Setup file: {0}", enumerated(words)) };
    item.show();
  };
  const run = () => void update();
  run();
  return vscode.Disposable.from(
    item,
    vscode.window.onDidChangeActiveTextEditor(run),
    states.onDidChange(run),
    sessions.onDidChange(run),
    vscode.workspace.onDidSaveTextDocument(run),
  );
}

function targetOf(document: vscode.TextDocument, sessions: Sessions, remembered: FileState["remembered"]): string[] {
  const { tenant: host, id = remembered?.id } = namedIn(document.getText());
  const session = tenantOfFile(sessions, host, remembered);
  const connection = id === undefined ? undefined : (lastSeen(id, session, remembered, host)?.name ?? id);
  return [session?.tenant.name ?? host, connection].filter((word) => word !== undefined);
}
