import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNumber } from "../../../core/text/locale.js";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import type { GroupNode } from "../../tenants/nodes.js";
import type { RowKind } from "./row.js";

/** An application, if connections are grouped. */
export const groupRow: RowKind<GroupNode> = {
  id: ({ session, application }) => groupId(session.tenant.origin, application),
  look({ application, connections }) {
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
  },
  itemOptions: () => ({ collapsibleState: vscode.TreeItemCollapsibleState.Collapsed }),
};

export function groupId(origin: string, application: string): string {
  return `group:${origin}:${application}`;
}
