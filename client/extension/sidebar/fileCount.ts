import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNumber } from "../../core/text/locale.js";
import type { Session } from "../tenants/session.js";
import type { TenantNode } from "../tenants/nodes.js";
import type { Shown } from "./shown.js";

/** How many of a tenant's loaded connections have a setup file. */
export function fileCount({ tenant, store }: Session, { all }: Pick<Shown["setupFiles"], "all">): number {
  const named = all.filter(({ tenant: host = tenant.host }) => host === tenant.host);
  const ids = new Set(named.map(({ id }) => id));
  return [...ids].filter((id) => store.find(id)).length;
}

/** The same in words, for what is shown and for what is spoken. */
export function fileCountInWords(count: number): string {
  return l10n.t("{0} with a setup file", formatNumber(count));
}

/**
 * A tenant's row with the count in what a screen reader says, since that leaves out decorations. It is the count of just
 * now, and old once it changes: it is no part of the look that is compared, or each change would draw the row anew.
 */
export function withFileCount(item: vscode.TreeItem, node: TenantNode, { setupFiles }: Shown): vscode.TreeItem {
  const count = fileCount(node.session, setupFiles);
  const spoken = item.accessibilityInformation;
  if (count === 0 || !spoken) return item;
  return Object.assign(new vscode.TreeItem(""), item, {
    accessibilityInformation: { ...spoken, label: [spoken.label, fileCountInWords(count)].join(", ") },
  });
}
