import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { loadedInWords } from "../../../core/connections/arrangeConnections.js";
import { isSample } from "../../../core/sample/sampleTenant.js";
import { sentence, shortReason } from "../../../core/service/errorTable.js";
import { locale } from "../../../core/text/locale.js";
import type { TenantNode } from "../../tenants/nodes.js";
import type { Session } from "../../tenants/sessions.js";
import { withPage } from "../../contributions/contexts.js";
import { tenantUri } from "../fileMarks.js";
import type { RowKind, RowLook } from "./row.js";

export const tenantRow: RowKind<TenantNode> = {
  id: ({ session }) => `tenant:${session.tenant.origin}`,
  look(node) {
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
        : withPage(`tenant.${signedIn ? "signedIn" : "signedOut"}${tenant.local ? ".local" : ""}`, tenant),
      spoken: [l10n.t("Tenant {0}", label), ...(signedIn ? [signed] : []), description].filter(Boolean).join(", "),
      command: signedIn ? undefined : { command: "vaultconn.signIn", title: l10n.t("Sign In"), arguments: [node] },
    };
  },
  /** VS Code remembers by id whether a row is expanded, so a new id expands the only tenant after signing in. */
  itemOptions({ session: { signedIn, isWatched, tenant } }, { sessions }) {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    return {
      id: `tenant:${tenant.origin}:${signedIn ? "in" : "out"}`,
      resourceUri: tenantUri(tenant.origin),
      collapsibleState: !signedIn ? None : sessions.all.length > 1 && !isWatched ? Collapsed : Expanded,
    };
  },
};

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

function clock(time: number): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(time);
}
