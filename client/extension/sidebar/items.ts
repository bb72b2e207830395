import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { loadedInWords } from "../../core/connections/arrangement.js";
import { isSample } from "../../core/sample/sampleTenant.js";
import { sentence, shortReason, STEP_TITLES } from "../../core/service/errorTable.js";
import { formatNumber, locale } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type {
  GroupNode,
  LoadMoreNode,
  Node,
  NoteNode,
  ProblemNode,
  ShowMoreNode,
  TenantNode,
} from "../tenants/nodes.js";
import type { Session } from "../tenants/sessions.js";
import { connectionLook } from "./connectionRow.js";
import type { RowLook } from "./contextValues.js";
import { type FileSources, type SidebarSources, tenantUri } from "./fileMarks.js";
import { rowId } from "./rows.js";

export function itemFor(node: Node, known: FileSources & Pick<SidebarSources, "sessions">): vscode.TreeItem {
  const { label, icon, color, spoken, ...look } = describeRow(node, known);
  return Object.assign(new vscode.TreeItem(label), {
    id: rowId(node),
    ...look,
    iconPath: new vscode.ThemeIcon(icon, color && new vscode.ThemeColor(color)),
    accessibilityInformation: { label: spoken ?? [label, look.description].filter(Boolean).join(", ") },
    ...(node.kind === "group" && { collapsibleState: vscode.TreeItemCollapsibleState.Collapsed }),
    ...(node.kind === "tenant" && expandable(node, known.sessions.all.length > 1)),
  });
}

function describeRow(node: Node, known: FileSources): RowLook {
  switch (node.kind) {
    case "tenant":
      return tenantLook(node);
    case "group":
      return groupLook(node);
    case "connection":
      return connectionLook(node, known);
    case "rest":
      return restLook(node);
    case "more":
      return moreLook(node);
    case "problem":
      return node.step === "editTenant" ? helpLook(node) : problemLook(node);
    case "note":
      return noteLook(node);
  }
}

/** VS Code remembers by id whether a row is expanded, so a new id expands the only tenant after signing in. */
function expandable(node: TenantNode, isOneOfSeveral: boolean): Partial<vscode.TreeItem> {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const { signedIn, isWatched, tenant } = node.session;
  return {
    id: `${rowId(node)}:${signedIn ? "in" : "out"}`,
    resourceUri: tenantUri(tenant.origin),
    collapsibleState: !signedIn ? None : isOneOfSeveral && !isWatched ? Collapsed : Expanded,
  };
}

function tenantLook(node: TenantNode): RowLook {
  const { session } = node;
  const { tenant, signedIn, store } = session;
  const { failure } = store.snapshot;
  // The sample's name is a whole sentence, which a narrow sidebar would cut before the word that counts.
  const label = isSample(tenant) ? l10n.t("Sample") : tenant.name;
  const description = tenantDescription(session);
  const signed = signedIn ? l10n.t("signed in") : l10n.t("signed out");
  // The row with the reason may be far below.
  const trouble = failure === undefined ? [] : ["", sentence(failure, { tenant: tenant.name }).text];
  return {
    label,
    description,
    ...tenantIcon(session),
    tooltip: [tenant.name, tenant.baseUrl, signed, ...tenantFlags(session), ...trouble].join("\n"),
    contextValue: isSample(tenant)
      ? "tenant.signedIn.sample"
      : `tenant.${signedIn ? "signedIn" : "signedOut"}${tenant.local ? ".local" : ""}`,
    spoken: [l10n.t("Tenant {0}", label), ...(signedIn ? [signed] : []), description].filter(Boolean).join(", "),
    command: signedIn ? undefined : { command: "vaultconn.signIn", title: l10n.t("Sign In"), arguments: [node] },
  };
}

/** "production · 1,000 of 5,230 loaded · acme.example.com". Starts with the reason if the rows aren't up to date. */
function tenantDescription(session: Session): string {
  const { tenant, signedIn, store } = session;
  const { failure, loadedAt, more, connections, total } = store.snapshot;
  const marks = tenantFlags(session);
  const rows = more && connections.length > 0 ? [loadedInWords(connections.length, total)] : [];
  if (!signedIn) return [l10n.t("signed out"), ...marks].join(" · ");
  if (failure !== undefined) {
    const reasons =
      loadedAt === undefined
        ? [l10n.t("not loaded")]
        : [shortReason(failure), l10n.t("last updated {0}", clock(loadedAt))];
    return [...reasons, ...marks, ...rows].join(" · ");
  }
  if (isSample(tenant)) return l10n.t("nothing leaves this computer");
  return [...marks, ...rows, ...(tenant.name === tenant.host ? [] : [tenant.host])].join(" · ");
}

function tenantFlags({ tenant, lacksUpdateScope }: Session): readonly string[] {
  return [
    ...(tenant.production ? [l10n.t("production")] : []),
    ...(tenant.readOnly ? [l10n.t("read-only")] : []),
    ...(lacksUpdateScope && !tenant.readOnly ? [l10n.t("can't push")] : []),
  ];
}

function tenantIcon({ tenant, signedIn, store }: Session): Pick<RowLook, "icon" | "color"> {
  if (!signedIn) return { icon: "debug-disconnect" };
  if (store.snapshot.failure !== undefined) return { icon: "warning", color: "list.warningForeground" };
  if (isSample(tenant)) return { icon: "beaker" };
  return { icon: tenant.production ? "shield" : "organization" };
}

function groupLook({ application, connections }: GroupNode): RowLook {
  const label = sanitizeText(application, 55) || l10n.t("No application");
  const unready = connections.filter(({ ready }) => !ready).length;
  const [count, notReady] = [formatNumber(connections.length), formatNumber(unready)];
  const members = connections.length === 1 ? l10n.t("1 connection") : l10n.t("{0} connections", count);
  const rest = unready === 0 ? [] : [l10n.t("{0} not ready", notReady)];
  return {
    label,
    description: unready === 0 ? count : l10n.t("{0} · {1} not ready", count, notReady),
    icon: "extensions",
    contextValue: "group",
    spoken: [l10n.t("Application {0}", label), members, ...rest].join(", "),
  };
}

function restLook(node: ShowMoreNode): RowLook {
  const [drawn, loaded] = [formatNumber(node.drawn), formatNumber(node.loaded)];
  return {
    label: l10n.t("Show more rows"),
    description: l10n.t("{0} of {1} shown", drawn, loaded),
    icon: "unfold",
    tooltip: l10n.t(
      "{0} of {1} loaded connections are shown here. To narrow them down, use a filter or Find Connection.",
      drawn,
      loaded,
    ),
    contextValue: "rest",
    command: { command: "vaultconn.loadMore", title: l10n.t("Show More Rows"), arguments: [node] },
  };
}

function moreLook(node: LoadMoreNode): RowLook {
  const { tenant, store } = node.session;
  const { connections, total, loadingMore } = store.snapshot;
  return {
    label: loadingMore ? l10n.t("Loading more…") : l10n.t("Load more"),
    description: loadedInWords(connections.length, total),
    icon: "ellipsis",
    tooltip: l10n.t("Loads the next page of {0}. To load everything, use Load All.", tenant.name),
    contextValue: "more",
    command: { command: "vaultconn.loadMore", title: l10n.t("Load More"), arguments: [node] },
  };
}

/** Even if only signing in helps, the inline action retries. */
function problemLook(node: ProblemNode): RowLook {
  const { session, failure, step } = node;
  const { text, next = "signIn" } = sentence(failure, { tenant: session.tenant.name });
  const signsIn = step === "signIn";
  const title = STEP_TITLES[signsIn ? next : "retry"]();
  return {
    label: title,
    description: shortReason(failure),
    icon: "error",
    color: "list.errorForeground",
    tooltip: `${text}\n\n${signsIn ? l10n.t("Select to sign in.") : l10n.t("Select to retry.")}`,
    contextValue: "problem",
    spoken: signsIn
      ? l10n.t("Loading failed: {0} Press Enter to sign in.", text)
      : l10n.t("Loading failed: {0} Press Enter to retry.", text),
    command: { command: signsIn ? "vaultconn.signIn" : "vaultconn.refresh", title, arguments: [node] },
  };
}

function helpLook(node: ProblemNode): RowLook {
  const { name, host } = node.session.tenant;
  const title = l10n.t("Edit Tenant…");
  return {
    label: title,
    description: host,
    icon: "edit",
    tooltip: l10n.t("The address of {0} may be wrong. Select to change it.", name),
    contextValue: "help",
    command: { command: "vaultconn.editTenant", title, arguments: [node] },
  };
}

function noteLook({ text, hidesRows }: NoteNode): RowLook {
  const note = { label: text, contextValue: "note" } as const;
  if (!hidesRows) return { ...note, icon: "info", tooltip: text };
  return {
    ...note,
    icon: "filter-filled",
    tooltip: `${text}\n\n${l10n.t("Select to show all connections.")}`,
    spoken: l10n.t("{0}. Press Enter to show all connections.", text),
    command: { command: "vaultconn.clearFilter", title: l10n.t("Show All Connections") },
  };
}

function clock(time: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(time);
}
