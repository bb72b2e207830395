import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { describeFileState, ruleFor } from "../../editor/states.js";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import { displayNameOf } from "../../../core/push/pushTypes.js";
import { withPage } from "../../contributions/contexts.js";
import type { RowKind } from "./row.js";
import type { FileSources } from "../fileMarks.js";
import type { ConnectionNode } from "../../tenants/nodes.js";
import { recordUri } from "../recordDocuments.js";
import { describeReadiness } from "../../../core/connections/arrangeConnections.js";
import { formatRelativeTime, parseTime } from "../../../core/text/formatTime.js";

export const connectionRow: RowKind<ConnectionNode> = {
  id: ({ session, connection }) => connectionId(session.tenant.origin, connection.id),
  /**
   * The description starts with the application, since a narrow sidebar cuts the rest, and icons say that, too. A click shows the file or
   * the record and keeps the focus in the list; a double click moves it. VS Code opens both itself, because a command of
   * ours would be lost if the row is redrawn at that moment.
   */
  look(node, { setupFiles, fileStates }) {
    const { connection, session } = node;
    const { id, ready } = connection;
    const updated = parseTime(connection.updated_at);
    const name = sanitizeText(displayNameOf(connection));
    const application = sanitizeText(connection.app_id, 55);
    const readiness = describeReadiness(connection);
    const changed = updated === undefined ? "" : formatRelativeTime(updated, Date.now());
    const spoken = [name, application, readiness, changed && l10n.t("changed {0}", changed)];
    const [file, ...others] = setupFiles.filesFor(id, session.tenant.host);
    if (!file)
      return {
        label: name,
        description: join(" · ", application, ready ? "" : readiness, changed),
        ...(ready ? { icon: "zap" } : { icon: "warning", color: "list.warningForeground" }),
        contextValue: withPage("connection", session.tenant),
        spoken: join(", ", ...spoken),
        command: opening(l10n.t("Show Record"), recordUri(session.tenant, connection)),
      };
    // Until its state is known, a file counts as new, since most are.
    const state = fileStates.last(file) ?? { kind: "new", remembered: undefined };
    const rule = ruleFor(state.kind);
    const named = setupFiles.namedBy(file)?.name;
    const words = rule.row(state, { isLinked: true, otherName: named === connection.name ? undefined : named });
    const isPlain = ready === true && rule.icon === undefined;
    const title = l10n.t("Open Setup File");
    return {
      label: name,
      description: join(" · ", application, rule.icon || ready ? "" : readiness, words, isPlain ? changed : ""),
      ...(isPlain ? { icon: "file-code" } : { icon: rule.icon ?? "warning", color: "list.warningForeground" }),
      contextValue: withPage(`connection.withFile${session.tenant.readOnly ? ".readOnly" : ""}`, session.tenant),
      spoken: join(", ", ...spoken, l10n.t("setup file"), words === l10n.t("setup file") ? "" : words),
      command:
        others.length === 0 ? opening(title, file) : { command: "vaultconn.openSetupFile", title, arguments: [node] },
    };
  },
};

export function connectionId(origin: string, id: string): string {
  return `connection:${origin}:${id}`;
}

function join(separator: string, ...parts: readonly string[]): string {
  return parts.filter(Boolean).join(separator);
}

function opening(title: string, uri: vscode.Uri): vscode.Command {
  return { command: "vscode.open", title, arguments: [uri] };
}

/** Enough to compare fingerprints by eye. */
const FINGERPRINT_LENGTH = 12;

/**
 * Values are escaped, and the Markdown isn't trusted. Leaves out `account_name`, which may hold part of a credential.
 */
export function connectionTooltip(
  { connection, session }: ConnectionNode,
  { setupFiles, fileStates }: FileSources,
): vscode.MarkdownString {
  const files = setupFiles.filesFor(connection.id, session.tenant.host);
  const state = files[0] && fileStates.last(files[0]);
  const { language } = vscode.env;
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const time = (text: string | undefined) => {
    const value = parseTime(text);
    return value === undefined ? "" : `${formatRelativeTime(value, Date.now(), language)} (${dateTime.format(value)})`;
  };
  const rows: readonly (readonly [string, string | undefined])[] = [
    [l10n.t("ID"), connection.id],
    [l10n.t("Application"), connection.app_id],
    [l10n.t("Environment"), connection.environment],
    [l10n.t("Readiness"), describeReadiness(connection)],
    [l10n.t("Created"), time(connection.created_at)],
    [l10n.t("Updated"), time(connection.updated_at)],
    [l10n.t("Refreshed"), time(connection.refreshed_at)],
    [l10n.t("Fingerprint"), connection.fingerprint.slice(0, FINGERPRINT_LENGTH)],
    [
      files.length > 1 ? l10n.t("Setup files") : l10n.t("Setup file"),
      files.map((file) => vscode.workspace.asRelativePath(file)).join(", "),
    ],
    [l10n.t("State"), state && describeFileState(state)],
  ];
  const shown = rows.filter(([, value]) => value);
  const table = shown.map(([label, value]) => `| ${label} | ${escapeMarkdown(value ?? "")} |`);
  return new vscode.MarkdownString(
    [`**${escapeMarkdown(displayNameOf(connection))}**`, "", "| | |", "|:--|:--|", ...table].join("\n"),
  );
}

/** Escapes every ASCII punctuation mark, so that Markdown shows the text as it is. */
function escapeMarkdown(text: string): string {
  return sanitizeText(text).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
