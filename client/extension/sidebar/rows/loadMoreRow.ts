import * as l10n from "@vscode/l10n";
import { loadedInWords } from "../../../core/connections/arrangeConnections.js";
import type { LoadMoreNode } from "../../tenants/nodes.js";
import type { RowKind } from "./row.js";

export const loadMoreRow: RowKind<LoadMoreNode> = {
  id: ({ session }) => `loadMore:${session.tenant.origin}`,
  look(node) {
    const { tenant, store } = node.session;
    const { connections, total, loadingMore } = store.snapshot;
    return {
      label: loadingMore ? l10n.t("Loading more…") : l10n.t("Load more"),
      description: loadedInWords(connections.length, total),
      icon: "ellipsis",
      tooltip: l10n.t("Loads the next page of {0}. To load everything, use Load All.", tenant.name),
      contextValue: "loadMore",
      command: { command: "vaultconn.loadMore", title: l10n.t("Load More"), arguments: [node] },
    };
  },
};
