import * as vscode from "vscode";
import type { FileState } from "../files/fileStates.js";
import { plainText } from "../plainText.js";
import type { Services } from "../services.js";
import type { ConnectionNode } from "./nodes.js";

/** How a row looks whose setup file needs attention; the rest keeps the look of its readiness. */
const LOOKS: Readonly<Record<FileState["kind"], { words: string; icon: string } | undefined>> = {
  new: undefined,
  inSync: undefined,
  changed: { words: "file changed", icon: "arrow-up" },
  drifted: { words: "changed on the service", icon: "sync" },
  gone: { words: "gone", icon: "circle-slash" },
};

/** Adds to a connection's row what its setup file has to say; a click opens the file, or else the record. */
export function withFile(item: vscode.TreeItem, node: ConnectionNode, { setupFiles, fileStates }: Pick<Services, "setupFiles" | "fileStates">): vscode.TreeItem | Promise<vscode.TreeItem> {
  const [file] = setupFiles.filesFor(node.connection.id, node.session.tenant.host);
  if (!file) {
    item.command = { command: "vaultconn.showRecord", title: "Show Record", arguments: [node] };
    return item;
  }
  item.contextValue = "connection.withFile";
  item.command = { command: "vaultconn.openSetupFile", title: "Open Setup File", arguments: [node] };
  return fileStates.of(file).then(({ kind }) => {
    const look = LOOKS[kind];
    if (look) {
      item.description = `${plainText(node.connection.app_id, 55)} · ${look.words}`;
      item.iconPath = new vscode.ThemeIcon(look.icon, new vscode.ThemeColor("list.warningForeground"));
      item.accessibilityInformation = { label: `${item.accessibilityInformation?.label ?? ""}, ${look.words}` };
    }
    return item;
  });
}
