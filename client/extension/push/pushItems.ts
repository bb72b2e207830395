import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { DAY_MS } from "../../core/text/formatTime.js";
import { capitalize, formatList, formatNumber, locale } from "../../core/text/locale.js";
import { dayOf, type HistoryLine, type PushDay } from "../../core/push/history.js";
import { countsAs, describeOutcome } from "../../core/push/outcomes.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { ContextValue } from "../sidebar/contextValues.js";

/** Icons by what outcomes count as. What they say stands beside them in words. */
const ICONS = {
  success: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  open: new vscode.ThemeIcon("question", new vscode.ThemeColor("list.warningForeground")),
  stopped: new vscode.ThemeIcon("circle-slash"),
  failure: new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground")),
};

export interface PushDetails {
  readonly name: string;
  readonly file: vscode.Uri | undefined;
  readonly canCheck: boolean;
}

/** The row of a day. @param expanded whether its pushes are to be seen from the beginning. */
export function dayItem({ day, lines }: PushDay, now: number, expanded: boolean): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const label = dayInWords(day, lines[0]?.time ?? now, now);
  const item = new vscode.TreeItem(label, expanded ? Expanded : Collapsed);
  item.id = `day:${day}`;
  item.description = formatNumber(lines.length);
  item.accessibilityInformation = {
    label:
      lines.length === 1 ? l10n.t("{0}, 1 push", label) : l10n.t("{0}, {1} pushes", label, formatNumber(lines.length)),
  };
  item.contextValue = "day" satisfies ContextValue;
  return item;
}

export function pushItem(line: HistoryLine, key: string, { name, file, canCheck }: PushDetails): vscode.TreeItem {
  const label = sanitizeText(name, 150);
  const tenant = sanitizeText(line.tenantName, 80);
  const outcome = describeOutcome(line.outcome);
  const time = new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(line.time);
  const item = new vscode.TreeItem(label);
  item.id = `push:${key}`;
  item.description = [outcome, tenant, time].join(" · ");
  item.iconPath = ICONS[countsAs({ kind: line.outcome })];
  item.accessibilityInformation = { label: [label, outcome, tenant, time].join(", ") };
  item.tooltip = tooltip(line, label, tenant, outcome);
  item.contextValue = contextOf(file !== undefined, canCheck);
  if (file) item.command = { command: "vscode.open", title: l10n.t("Open Setup File"), arguments: [file] };
  return item;
}

function contextOf(withFile: boolean, canCheck: boolean): ContextValue {
  if (withFile) return canCheck ? "push.withFile.open" : "push.withFile";
  return canCheck ? "push.open" : "push";
}

/** Plain text, so that no name is read as Markdown. */
function tooltip(line: HistoryLine, name: string, tenant: string, outcome: string): string {
  const { id, origin, properties, rotation } = line;
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: "full", timeStyle: "medium" }).format(line.time);
  return [
    name,
    capitalize(outcome),
    time,
    l10n.t("Tenant: {0}, {1}", tenant, origin),
    l10n.t("ID: {0}", sanitizeText(id, 60)),
    ...(properties.length > 0 ? [l10n.t("What was sent: {0}", properties.join(", "))] : []),
    ...(rotation ? [l10n.t("Rotation of {0}", formatList(rotation.names.map((part) => sanitizeText(part, 60))))] : []),
  ].join("\n");
}

/** @param time some moment of that day. */
function dayInWords(day: string, time: number, now: number): string {
  if (day === dayOf(now)) return l10n.t("Today");
  if (day === dayOf(now - DAY_MS)) return l10n.t("Yesterday");
  return new Intl.DateTimeFormat(locale(), { dateStyle: "full" }).format(time);
}
