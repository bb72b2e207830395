import * as l10n from "@vscode/l10n";
import type { NoteNode } from "../../tenants/nodes.js";
import type { RowKind } from "./row.js";

export const noteRow: RowKind<NoteNode> = {
  id: ({ session, hidesRows, text }) => `note:${session.tenant.origin}:${hidesRows ? "hidden" : text}`,
  look({ text, hidesRows }) {
    const note = { label: text, contextValue: "note" } as const;
    if (!hidesRows) return { ...note, icon: "info", tooltip: text };
    return {
      ...note,
      icon: "filter-filled",
      tooltip: `${text}\n\n${l10n.t("Select to show all connections.")}`,
      spoken: l10n.t("{0}. Press Enter to show all connections.", text),
      command: { command: "vaultconn.clearFilter", title: l10n.t("Show All Connections") },
    };
  },
};
