import * as vscode from "vscode";
import { plainText } from "../plainText.js";
import { RETRY, SIGN_IN } from "../service/sentence.js";
import { sentence } from "../service/sentences.js";
import type { Session } from "../tenants/session.js";
import { groupId, tenantId, type ConnectionNode, type GroupNode, type MoreNode, type Node, type NoteNode, type ProblemNode, type RestNode, type TenantNode } from "./nodes.js";
import { connectionTooltip, readinessInWords } from "./tooltip.js";
import { ago } from "../when.js";

/** What a row looks like and what its menus go by (`contextValue`). */
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
    case "note":
      return noteItem(node);
  }
}

function tenantItem({ session }: TenantNode): vscode.TreeItem {
  const { tenant, signedIn } = session;
  const state = signedIn ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None;
  const item = new vscode.TreeItem(tenant.name, state);
  const description = tenantDescription(session);
  item.id = `${tenantId(session)}:${signedIn ? "in" : "out"}`;
  item.description = description;
  item.tooltip = [tenant.name, tenant.baseUrl, signedIn ? "Signed in" : "Signed out", ...marksOf(session)].join("\n");
  item.contextValue = `tenant.${signedIn ? "signedIn" : "signedOut"}${tenant.local ? ".local" : ""}`;
  item.iconPath = tenantIcon(session);
  item.accessibilityInformation = { label: `Tenant ${tenant.name}, ${signedIn ? "signed in, " : ""}${description}` };
  if (!signedIn) item.command = { command: "vaultconn.signIn", title: "Sign In", arguments: [{ kind: "tenant", session }] };
  return item;
}

/** "production · acme.example.com", or what keeps its rows from being up to date. */
function tenantDescription(session: Session): string {
  const { tenant, signedIn, store } = session;
  const { failure, loadedAt } = store.snapshot;
  const marks = marksOf(session);
  if (!signedIn) return [...marks, "signed out"].join(" · ");
  if (failure !== undefined) return loadedAt === undefined ? "could not be loaded" : `could not be refreshed · shown as of ${clock(loadedAt)}`;
  return [...marks, ...(tenant.name === tenant.host ? [] : [tenant.host])].join(" · ");
}

function marksOf({ tenant }: Session): readonly string[] {
  return [...(tenant.production ? ["production"] : []), ...(tenant.readOnly ? ["read-only"] : [])];
}

function tenantIcon({ tenant, signedIn, store }: Session): vscode.ThemeIcon {
  if (!signedIn) return new vscode.ThemeIcon("debug-disconnect");
  if (store.snapshot.failure !== undefined) return new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  return new vscode.ThemeIcon(tenant.production ? "shield" : "organization");
}

function groupItem(node: GroupNode): vscode.TreeItem {
  const { application, connections } = node;
  const item = new vscode.TreeItem(plainText(application, 55) || "No application", vscode.TreeItemCollapsibleState.Collapsed);
  const notReady = connections.filter(({ ready }) => !ready).length;
  const count = connections.length.toLocaleString(vscode.env.language);
  item.id = groupId(node);
  item.description = notReady === 0 ? count : `${count} · ${notReady} not ready`;
  item.iconPath = new vscode.ThemeIcon("extensions");
  item.contextValue = "group";
  return item;
}

function connectionItem({ session, connection }: ConnectionNode): vscode.TreeItem {
  const now = Date.now();
  const name = plainText(connection.name) || connection.id;
  const application = plainText(connection.app_id, 55);
  const item = new vscode.TreeItem(name);
  const state = connection.ready ? ago(connection.updated_at, now, vscode.env.language) : readinessInWords(connection);
  item.id = `connection:${session.tenant.origin}:${connection.id}`;
  item.description = [application, state].filter(Boolean).join(" · ");
  item.iconPath = connection.ready ? new vscode.ThemeIcon("zap") : new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "connection";
  item.accessibilityInformation = { label: `${name}, ${application}, ${readinessInWords(connection)}, ${state}` };
  return item;
}

/** Adds what is only needed once the pointer rests on a row. */
export function completeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
  if (node.kind === "connection") item.tooltip = connectionTooltip(node.connection, Date.now());
  return item;
}

function restItem({ parent, drawn, loaded, session }: RestNode): vscode.TreeItem {
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  const item = new vscode.TreeItem("Show more rows");
  item.id = `rest:${parent}`;
  item.description = `${number(drawn)} of ${number(loaded)} drawn; filter or find to narrow them down`;
  item.iconPath = new vscode.ThemeIcon("unfold");
  item.contextValue = "rest";
  item.command = { command: "vaultconn.showMoreRows", title: "Show More Rows", arguments: [{ kind: "rest", parent, session }] };
  return item;
}

function moreItem({ session }: MoreNode): vscode.TreeItem {
  const { connections, total, loading } = session.store.snapshot;
  const count = connections.length.toLocaleString(vscode.env.language);
  const item = new vscode.TreeItem(loading ? "Loading more…" : "Load more");
  item.id = `more:${session.tenant.origin}`;
  item.description = total === undefined ? `${count} shown` : `${count} of ${total.toLocaleString(vscode.env.language)} shown`;
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.contextValue = "more";
  item.command = { command: "vaultconn.loadMore", title: "Load More", arguments: [{ kind: "more", session }] };
  return item;
}

function problemItem({ session, failure }: ProblemNode): vscode.TreeItem {
  const { text, next } = sentence(failure, { tenant: session.tenant.name });
  // Where only another sign-in helps, trying again would fail again. The inline action still does that.
  const { title, command } = next?.command === SIGN_IN.command ? next : RETRY;
  const item = new vscode.TreeItem(title);
  item.id = `problem:${session.tenant.origin}`;
  item.description = text;
  item.tooltip = `${text}\n\n${command === RETRY.command ? "Select to try again." : "Select to sign in."}`;
  item.iconPath = new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  item.contextValue = "problem";
  item.accessibilityInformation = { label: `Loading failed: ${text} Press Enter to ${command === RETRY.command ? "try again" : "sign in"}.` };
  item.command = { command, title, arguments: [{ kind: "problem", session, failure }] };
  return item;
}

function noteItem({ session, text }: NoteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.id = `note:${session.tenant.origin}`;
  item.iconPath = new vscode.ThemeIcon("info");
  item.contextValue = "note";
  return item;
}

function clock(time: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { timeStyle: "short" }).format(time);
}
