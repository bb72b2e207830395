import * as vscode from "vscode";
import type { Node } from "../../tenants/nodes.js";
import { connectionRow } from "./connectionRow.js";
import { groupRow } from "./groupRow.js";
import { loadMoreRow } from "./loadMoreRow.js";
import { noteRow } from "./noteRow.js";
import { problemRow } from "./problemRow.js";
import type { RowKind, RowSources } from "./row.js";
import { showMoreRow } from "./showMoreRow.js";
import { tenantRow } from "./tenantRow.js";

const KINDS: Readonly<Record<Node["kind"], RowKind<Node>>> = {
  tenant: tenantRow,
  group: groupRow,
  connection: connectionRow,
  showMore: showMoreRow,
  loadMore: loadMoreRow,
  problem: problemRow,
  note: noteRow,
};

export function rowId(node: Node): string {
  return KINDS[node.kind].id(node);
}

export function rowItem(node: Node, sources: RowSources): vscode.TreeItem {
  const kind = KINDS[node.kind];
  const { label, icon, color, spoken, ...look } = kind.look(node, sources);
  return Object.assign(new vscode.TreeItem(label), {
    id: rowId(node),
    ...look,
    iconPath: new vscode.ThemeIcon(icon, color && new vscode.ThemeColor(color)),
    accessibilityInformation: { label: spoken ?? [label, look.description].filter(Boolean).join(", ") },
    ...kind.itemOptions?.(node, sources),
  });
}
