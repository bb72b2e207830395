import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { describeReadiness } from "../../core/connections/inWords.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { formatRelativeTime, formatDateTime } from "../../core/text/formatTime.js";

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
  const time = (value: Date | undefined) =>
    value && `${formatRelativeTime(value, now, language)} (${formatDateTime(value, language)})`;
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
