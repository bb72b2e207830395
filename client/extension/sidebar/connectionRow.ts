import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { FileStates } from "../editor/fileStates.js";
import { ruleFor } from "../editor/states.js";
import type { SetupFileIndex } from "../editor/setupFileIndex.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { ContextValue } from "./contextValues.js";
import type { ConnectionNode } from "../tenants/nodes.js";
import { recordUri } from "./recordDocuments.js";
import { describeReadiness } from "../../core/connections/inWords.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { formatDateTime, formatRelativeTime } from "../../core/text/formatTime.js";

/** What a row has in place of the look of a ready connection, where a file of the workspace is for it. */
const WITH_FILE = "file-code";

/** What is known of setup files. */
interface KnownFiles {
  readonly setupFiles: SetupFileIndex;
  readonly fileStates: FileStates;
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
  const state = fileStates.last(file) ?? { kind: "new", remembered: undefined };
  const { row, icon } = ruleFor(state.kind);
  const words = row(state, { isLinked: true, otherName: name === connection.name ? undefined : name });
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

/** Shown of a fingerprint, which is only there to be compared. */
const FINGERPRINT_LENGTH = 12;

/**
 * What is known of a connection, as a small table. Every value is plain text:
 * the Markdown around it trusts nothing. `account_name` is left out, since the
 * service may put part of a credential into it.
 * @param files the paths of its setup files, as people know them.
 */
export function connectionTooltip(
  connection: ConnectionRecord,
  files: readonly string[],
  now: number,
): vscode.MarkdownString {
  const { language } = vscode.env;
  const time = (value: number | undefined) =>
    value === undefined ? "" : `${formatRelativeTime(value, now, language)} (${formatDateTime(value, language)})`;
  const rows: readonly (readonly [string, string | undefined])[] = [
    [l10n.t("ID"), connection.id],
    [l10n.t("Application"), connection.app_id],
    [l10n.t("Environment"), connection.environment],
    [l10n.t("Readiness"), describeReadiness(connection)],
    [l10n.t("Created"), time(connection.created_at)],
    [l10n.t("Updated"), time(connection.updated_at)],
    [l10n.t("Refreshed"), time(connection.refreshed_at)],
    [l10n.t("Fingerprint"), connection.fingerprint.slice(0, FINGERPRINT_LENGTH)],
    [files.length > 1 ? l10n.t("Setup files") : l10n.t("Setup file"), files.join(", ")],
  ];
  const shown = rows.filter(([, value]) => value);
  const table = shown.map(([label, value]) => `| ${label} | ${escapeMarkdown(value ?? "")} |`);
  return new vscode.MarkdownString(
    [`**${escapeMarkdown(connection.name)}**`, "", "| | |", "|:--|:--|", ...table].join("\n"),
  );
}

/** Any text as Markdown that shows just that text: each ASCII punctuation mark is escaped. */
function escapeMarkdown(text: string): string {
  return sanitizeText(text).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
