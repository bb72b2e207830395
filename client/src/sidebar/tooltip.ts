import * as vscode from "vscode";
import type { ConnectionRecord } from "../service/records.js";
import { plainText } from "../plainText.js";
import { ago, exactly } from "../when.js";

/** Shown of a fingerprint, which is only there to be compared. */
const FINGERPRINT_LENGTH = 12;

/**
 * What is known of a connection, as a small table. Every value is plain text:
 * the Markdown around it trusts nothing. `account_name` is left out, since the
 * service may put part of a credential into it.
 */
export function connectionTooltip(connection: ConnectionRecord, now: number): vscode.MarkdownString {
  const { language } = vscode.env;
  const time = (value: string | undefined) => value && `${ago(value, now, language)} (${exactly(value, language)})`;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["ID", connection.id],
    ["Application", connection.app_id],
    ["Environment", connection.environment],
    ["Readiness", readinessInWords(connection)],
    ["Created", time(connection.created_at)],
    ["Updated", time(connection.updated_at)],
    ["Refreshed", time(connection.refreshed_at)],
    ["Fingerprint", connection.fingerprint.slice(0, FINGERPRINT_LENGTH)],
  ];
  const shown = rows.filter(([, value]) => value);
  const table = shown.map(([label, value]) => `| ${label} | ${escapeMarkdown(value ?? "")} |`);
  return new vscode.MarkdownString([`**${escapeMarkdown(connection.name)}**`, "", "| | |", "|:--|:--|", ...table].join("\n"));
}

/** Readiness in words; a record that came without it is not called anything else. */
export function readinessInWords({ ready, missing }: ConnectionRecord): string {
  if (missing?.includes("ready")) return "readiness not known";
  return ready ? "ready" : "not ready";
}

/** Any text as Markdown that shows just that text: each ASCII punctuation mark is escaped. */
function escapeMarkdown(text: string): string {
  return plainText(text).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
