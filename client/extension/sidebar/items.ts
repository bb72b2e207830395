import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { describeReadiness, loadedInWords } from "../../core/connections/inWords.js";
import { formatNumber, locale } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { STEP_TITLES } from "../../core/service/sentences/sentence.js";
import { sentence } from "../../core/service/sentences/sentences.js";
import { isSample } from "../../core/sample/sampleTenant.js";
import type { Session } from "../tenants/session.js";
import type {
  ConnectionNode,
  GroupNode,
  HelpNode,
  MoreNode,
  Node,
  NoteNode,
  ProblemNode,
  RestNode,
  TenantNode,
} from "../tenants/nodes.js";
import { rowId } from "./rows.js";
import type { ContextValue } from "./contextValues.js";
import { tenantUri } from "./fileMarks.js";
import { shortReason } from "./failures.js";
import { formatRelativeTime } from "../../core/text/formatTime.js";

/**
 * What a row looks like and what its menus go by (`contextValue`).
 */
export function itemFor(node: Node): vscode.TreeItem {
  switch (node.kind) {
    case "tenant":
      return tenantItem(node);
    case "group":
      return groupItem(node);
    case "connection":
      return connectionItem(node);
    case "rest":
      return restItem(node);
    case "more":
      return moreItem(node);
    case "problem":
      return problemItem(node);
    case "help":
      return helpItem(node);
    case "note":
      return noteItem(node);
  }
}

function tenantItem(node: TenantNode): vscode.TreeItem {
  const { session } = node;
  const { tenant, signedIn } = session;
  const state = signedIn ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None;
  // The sample's name is a whole sentence: the word that counts is still seen in a narrow sidebar.
  const label = isSample(tenant) ? l10n.t("Sample") : tenant.name;
  const item = new vscode.TreeItem(label, state);
  const description = tenantDescription(session);
  const signed = signedIn ? l10n.t("signed in") : l10n.t("signed out");
  // VS Code remembers by the id whether a row is expanded: signing in again shows the rows.
  item.id = `${rowId(node)}:${signedIn ? "in" : "out"}`;
  item.resourceUri = tenantUri(tenant);
  item.description = description;
  item.tooltip = [tenant.name, tenant.baseUrl, signed, ...marksOf(session), ...troubleOf(session)].join("\n");
  item.contextValue = isSample(tenant)
    ? ("tenant.signedIn.sample" satisfies ContextValue)
    : (`tenant.${signedIn ? "signedIn" : "signedOut"}${tenant.local ? ".local" : ""}` satisfies ContextValue);
  item.iconPath = tenantIcon(session);
  item.accessibilityInformation = {
    label: [l10n.t("Tenant {0}", label), ...(signedIn ? [signed] : []), description].filter(Boolean).join(", "),
  };
  if (!signedIn) item.command = { command: "vaultconn.signIn", title: l10n.t("Sign In"), arguments: [node] };
  return item;
}

/** "production · 1,000 of 5,230 loaded · acme.example.com", or first what keeps its rows from being up to date. */
function tenantDescription(session: Session): string {
  const { tenant, signedIn, store } = session;
  const { failure, loadedAt, more, connections, total } = store.snapshot;
  const marks = marksOf(session);
  const rows = more && connections.length > 0 ? [loadedInWords(connections.length, total)] : [];
  if (!signedIn) return [l10n.t("signed out"), ...marks].join(" · ");
  if (failure !== undefined)
    return [
      ...(loadedAt === undefined
        ? [l10n.t("not loaded")]
        : [shortReason(failure), l10n.t("as of {0}", clock(loadedAt))]),
      ...marks,
      ...rows,
    ].join(" · ");
  if (isSample(tenant)) return l10n.t("nothing leaves this machine");
  return [...marks, ...rows, ...(tenant.name === tenant.host ? [] : [tenant.host])].join(" · ");
}

/** Why its rows are not up to date, as a sentence: the row that says so may be far below them. */
function troubleOf({ tenant, store }: Session): readonly string[] {
  const { failure } = store.snapshot;
  return failure === undefined ? [] : ["", sentence(failure, { tenant: tenant.name }).text];
}

function marksOf({ tenant }: Session): readonly string[] {
  return [...(tenant.production ? [l10n.t("production")] : []), ...(tenant.readOnly ? [l10n.t("read-only")] : [])];
}

function tenantIcon({ tenant, signedIn, store }: Session): vscode.ThemeIcon {
  if (!signedIn) return new vscode.ThemeIcon("debug-disconnect");
  if (store.snapshot.failure !== undefined)
    return new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  if (isSample(tenant)) return new vscode.ThemeIcon("beaker");
  return new vscode.ThemeIcon(tenant.production ? "shield" : "organization");
}

function groupItem(node: GroupNode): vscode.TreeItem {
  const { application, connections } = node;
  const name = sanitizeText(application, 55) || l10n.t("No application");
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Collapsed);
  const notReady = connections.filter(({ ready }) => !ready).length;
  const count = formatNumber(connections.length);
  item.id = rowId(node);
  item.description = notReady === 0 ? count : l10n.t("{0} · {1} not ready", count, formatNumber(notReady));
  item.iconPath = new vscode.ThemeIcon("extensions");
  item.contextValue = "group" satisfies ContextValue;
  const connectionCount = connections.length === 1 ? l10n.t("1 connection") : l10n.t("{0} connections", count);
  const spoken = [
    l10n.t("Application {0}", name),
    connectionCount,
    ...(notReady === 0 ? [] : [l10n.t("{0} not ready", formatNumber(notReady))]),
  ];
  item.accessibilityInformation = { label: spoken.join(", ") };
  return item;
}

/** What stands first in the description is what the row is about: it is still seen in a narrow sidebar. */
function connectionItem(node: ConnectionNode): vscode.TreeItem {
  const { connection } = node;
  const name = sanitizeText(connection.name) || connection.id;
  const application = sanitizeText(connection.app_id, 55);
  const item = new vscode.TreeItem(name);
  const { updated_at: updated } = connection;
  const changed = updated === undefined ? "" : formatRelativeTime(updated, Date.now());
  const readiness = describeReadiness(connection);
  item.id = rowId(node);
  item.description = (connection.ready ? [application, changed] : [readiness, application, changed])
    .filter(Boolean)
    .join(" · ");
  item.iconPath = connection.ready
    ? new vscode.ThemeIcon("zap")
    : new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "connection" satisfies ContextValue;
  item.accessibilityInformation = {
    label: [name, application, readiness, ...(changed ? [l10n.t("changed {0}", changed)] : [])]
      .filter(Boolean)
      .join(", "),
  };
  return item;
}

function restItem(node: RestNode): vscode.TreeItem {
  const { drawn, loaded } = node;
  const item = new vscode.TreeItem(l10n.t("Show more rows"));
  item.id = rowId(node);
  item.description = l10n.t("{0} of {1} drawn", formatNumber(drawn), formatNumber(loaded));
  item.tooltip = l10n.t(
    "{0} of {1} loaded connections are drawn here. A filter, or Find Connection, narrows them down.",
    formatNumber(drawn),
    formatNumber(loaded),
  );
  item.iconPath = new vscode.ThemeIcon("unfold");
  item.contextValue = "rest" satisfies ContextValue;
  item.accessibilityInformation = { label: `${l10n.t("Show more rows")}, ${item.description}` };
  item.command = {
    command: "vaultconn.loadMore",
    title: l10n.t("Show More Rows"),
    arguments: [node],
  };
  return item;
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const { session } = node;
  const { connections, total, loadingMore } = session.store.snapshot;
  const label = loadingMore ? l10n.t("Loading more…") : l10n.t("Load more");
  const item = new vscode.TreeItem(label);
  item.id = rowId(node);
  item.description = loadedInWords(connections.length, total);
  item.tooltip = l10n.t("Loads the next page of {0}. Load All, beside it, loads everything.", session.tenant.name);
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.contextValue = "more" satisfies ContextValue;
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  item.command = { command: "vaultconn.loadMore", title: l10n.t("Load More"), arguments: [node] };
  return item;
}

function problemItem(node: ProblemNode): vscode.TreeItem {
  const { session, failure, step } = node;
  const said = sentence(failure, { tenant: session.tenant.name });
  const { text } = said;
  // Where only another sign-in helps, the inline action still tries again.
  const signsIn = step === "signIn";
  const title = STEP_TITLES[signsIn ? (said.next ?? "signIn") : "retry"]();
  const command = signsIn ? "vaultconn.signIn" : "vaultconn.refresh";
  const item = new vscode.TreeItem(title);
  item.id = rowId(node);
  item.description = shortReason(failure);
  item.tooltip = `${text}\n\n${signsIn ? l10n.t("Select to sign in.") : l10n.t("Select to try again.")}`;
  item.iconPath = new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  item.contextValue = "problem" satisfies ContextValue;
  item.accessibilityInformation = {
    label: signsIn
      ? l10n.t("Loading failed: {0} Press Enter to sign in.", text)
      : l10n.t("Loading failed: {0} Press Enter to try again.", text),
  };
  item.command = { command, title, arguments: [node] };
  return item;
}

function helpItem(node: HelpNode): vscode.TreeItem {
  const { tenant } = node.session;
  const title = l10n.t("Edit Tenant…");
  const item = new vscode.TreeItem(title);
  item.id = rowId(node);
  item.description = tenant.host;
  item.tooltip = l10n.t("The address of {0} may be wrong. Select to change it.", tenant.name);
  item.iconPath = new vscode.ThemeIcon("edit");
  item.contextValue = "help" satisfies ContextValue;
  item.accessibilityInformation = { label: `${title}, ${tenant.host}` };
  item.command = { command: "vaultconn.editTenant", title, arguments: [node] };
  return item;
}

function noteItem(node: NoteNode): vscode.TreeItem {
  const { text, hidesRows } = node;
  const item = new vscode.TreeItem(text);
  item.id = rowId(node);
  item.iconPath = new vscode.ThemeIcon(hidesRows ? "filter-filled" : "info");
  item.contextValue = "note" satisfies ContextValue;
  item.tooltip = hidesRows ? `${text}\n\n${l10n.t("Select to show all connections.")}` : text;
  item.accessibilityInformation = {
    label: hidesRows ? l10n.t("{0}. Press Enter to show all connections.", text) : text,
  };
  if (hidesRows) item.command = { command: "vaultconn.clearFilter", title: l10n.t("Show All Connections") };
  return item;
}

function clock(time: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(time);
}
