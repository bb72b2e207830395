import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { FileState, FileStates } from "../files/fileStates.js";
import type { SetupFileIndex } from "../files/setupFileIndex.js";
import { plainText } from "../plainText.js";
import type { ContextValue } from "./contextValues.js";
import type { ConnectionNode } from "./nodes.js";

/** What is known of setup files. */
interface KnownFiles {
  readonly setupFiles: SetupFileIndex;
  readonly fileStates: FileStates;
}

/** How a row looks whose setup file needs attention; the rest keeps the look of its readiness. */
function lookOf(kind: FileState["kind"]): { words: string; icon: string } | undefined {
  switch (kind) {
    case "new":
    case "inSync":
    case "probable":
    case "overtaken":
      return undefined;
    case "changed":
      return { words: l10n.t("file changed"), icon: "arrow-up" };
    case "unknown":
      return { words: l10n.t("outcome not known"), icon: "question" };
    case "drifted":
      return { words: l10n.t("service changed"), icon: "sync" };
    case "gone":
      return { words: l10n.t("gone"), icon: "circle-slash" };
  }
}

/** Adds to a connection's row what its setup file has to say; a click opens the file, or else the record. */
export function withFile(
  item: vscode.TreeItem,
  node: ConnectionNode,
  { setupFiles, fileStates }: KnownFiles,
): vscode.TreeItem | Promise<vscode.TreeItem> {
  const [file] = setupFiles.filesFor(node.connection.id, node.session.tenant.host);
  if (!file) {
    item.command = { command: "vaultconn.showRecord", title: l10n.t("Show Record"), arguments: [node] };
    return item;
  }
  item.contextValue = "connection.withFile" satisfies ContextValue;
  item.command = { command: "vaultconn.openSetupFile", title: l10n.t("Open Setup File"), arguments: [node] };
  return fileStates.of(file).then(({ kind }) => {
    const look = lookOf(kind);
    if (look) {
      item.description = [look.words, plainText(node.connection.app_id, 55)].filter(Boolean).join(" · ");
      item.iconPath = new vscode.ThemeIcon(look.icon, new vscode.ThemeColor("list.warningForeground"));
      item.accessibilityInformation = { label: `${item.accessibilityInformation?.label ?? ""}, ${look.words}` };
    }
    return item;
  });
}
