import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { FileState } from "../editor/describeFileState.js";
import type { FileStates } from "../editor/fileStates.js";
import type { SetupFileIndex } from "../editor/setupFileIndex.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { ContextValue } from "./contextValues.js";
import type { ConnectionNode } from "../tenants/nodes.js";
import { recordUri } from "./recordDocuments.js";
import { describeReadiness } from "../../core/connections/readiness.js";

/** What a row has in place of the look of a ready connection, where a file of the workspace is for it. */
const WITH_FILE = "file-code";

/** What is known of setup files. */
interface KnownFiles {
  readonly setupFiles: SetupFileIndex;
  readonly fileStates: FileStates;
}

/**
 * How a row looks that has a setup file: words, and an icon where the file needs attention.
 * @param otherName the file's name for the connection, where it is another than the service's.
 */
function lookOf(
  { kind, edited, values }: Pick<FileState, "kind" | "edited" | "values">,
  otherName: string | undefined,
): { words: string; icon?: string } {
  switch (kind) {
    case "new":
      return {
        words: otherName === undefined ? l10n.t("setup file") : l10n.t("file calls it “{0}”", otherName),
      };
    case "inSync":
      return { words: l10n.t("file in sync") };
    case "probable":
      return { words: l10n.t("file probably pushed") };
    case "overtaken":
      return { words: l10n.t("file compared") };
    case "changed":
      return { words: edited === true ? l10n.t("file changed") : replacedIn(values), icon: "arrow-up" };
    case "notCompared":
      return { words: l10n.t("file values not compared") };
    case "pending":
      return { words: l10n.t("not applied so far"), icon: "question" };
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
 * Marks a connection's row that has a setup file, by a word and an icon, with what the file has to say. A click shows
 * the file, or else the record, and leaves the focus in the list; a double click takes it there. VS Code opens both
 * itself: a command of ours would be lost where the row is drawn anew in that moment.
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
  // Until it is worked out how the file stands, it is shown as one that nothing is remembered of: most stay that way.
  const { name } = setupFiles.namedBy(file) ?? {};
  const otherName = name === undefined || name === connection.name ? undefined : sanitizeText(name, 40);
  const { words, icon } = lookOf(fileStates.last(file) ?? { kind: "new" }, otherName);
  const application = sanitizeText(connection.app_id, 55);
  const parts =
    icon === undefined && !connection.ready
      ? [describeReadiness(connection), words, application]
      : [words, icon === undefined ? String(item.description ?? "") : application];
  item.description = parts.filter(Boolean).join(" · ");
  if (icon !== undefined) item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor("list.warningForeground"));
  else if (connection.ready) item.iconPath = new vscode.ThemeIcon(WITH_FILE);
  item.accessibilityInformation = {
    label: [item.accessibilityInformation?.label ?? "", l10n.t("setup file"), words]
      .filter((part, at, parts) => part !== parts[at - 1])
      .join(", "),
  };
  return item;
}

function opening(title: string, uri: vscode.Uri): vscode.Command {
  return { command: "vscode.open", title, arguments: [uri] };
}
