import * as l10n from "@vscode/l10n";
import { formatNumber } from "../../../core/text/locale.js";
import type { ShowMoreNode } from "../../tenants/nodes.js";
import type { RowKind } from "./row.js";

/** Stands for loaded connections that aren't drawn yet. */
export const showMoreRow: RowKind<ShowMoreNode> = {
  id: ({ parent }) => `showMore:${parent}`,
  look(node) {
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
      contextValue: "showMore",
      command: { command: "vaultconn.loadMore", title: l10n.t("Show More Rows"), arguments: [node] },
    };
  },
};
