import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { FileState, FileStates } from "../files/fileStates.js";
import type { SetupFileIndex } from "../files/setupFileIndex.js";
import { formatNumber } from "../locale.js";
import { sanitizeText } from "../sanitizeText.js";
import type { ContextValue } from "./contextValues.js";
import type { ConnectionNode } from "./nodes.js";
import { recordUri } from "./recordDocuments.js";

/** What is known of setup files. */
interface KnownFiles {
  readonly setupFiles: SetupFileIndex;
  readonly fileStates: FileStates;
}

/** How a row looks whose setup file needs attention; the rest keeps the look of its readiness. */
function lookOf({ kind, edited, values }: FileState): { words: string; icon?: string } | undefined {
  switch (kind) {
    case "new":
    case "inSync":
    case "probable":
    case "overtaken":
      return undefined;
    case "changed":
      return { words: edited === true ? l10n.t("file changed") : replacedIn(values), icon: "arrow-up" };
    case "notCompared":
      return { words: l10n.t("values not compared") };
    case "pending":
    case "unknown":
      return { words: l10n.t("outcome not known"), icon: "question" };
    case "drifted":
      return { words: l10n.t("service changed"), icon: "sync" };
    case "gone":
      return { words: l10n.t("gone"), icon: "circle-slash" };
  }
}

function replacedIn(values: FileState["values"]): string {
  const [only, ...others] = values?.replaced ?? [];
  if (!only) return l10n.t("file changed");
  return others.length === 0
    ? l10n.t("{0} replaced", sanitizeText(only.name, 40))
    : l10n.t("{0} values replaced", formatNumber(others.length + 1));
}

/**
 * Adds to a connection's row what its setup file has to say. A click shows the file, or else the record, and leaves the
 * focus in the list; a double click takes it there. VS Code opens both itself: a command of ours would be lost where the
 * row is drawn anew in that moment.
 */
export function withFile(
  item: vscode.TreeItem,
  node: ConnectionNode,
  { setupFiles, fileStates }: KnownFiles,
): vscode.TreeItem {
  const { connection, session } = node;
  const [file, ...others] = setupFiles.filesFor(connection.id, session.tenant.host);
  if (!file) {
    item.command = opening(l10n.t("Show Record"), recordUri(session.tenant.origin, connection));
    return item;
  }
  item.contextValue = "connection.withFile" satisfies ContextValue;
  const title = l10n.t("Open Setup File");
  item.command =
    others.length === 0 ? opening(title, file) : { command: "vaultconn.openSetupFile", title, arguments: [node] };
  const state = fileStates.last(file);
  const look = state && lookOf(state);
  if (look) {
    const rest = look.icon === undefined ? String(item.description ?? "") : sanitizeText(connection.app_id, 55);
    item.description = [look.words, rest].filter(Boolean).join(" · ");
    if (look.icon !== undefined)
      item.iconPath = new vscode.ThemeIcon(look.icon, new vscode.ThemeColor("list.warningForeground"));
    item.accessibilityInformation = { label: `${item.accessibilityInformation?.label ?? ""}, ${look.words}` };
  }
  return item;
}

function opening(title: string, uri: vscode.Uri): vscode.Command {
  return { command: "vscode.open", title, arguments: [uri] };
}
