import * as vscode from "vscode";

import type { Node } from "../../../client/extension/tenants/nodes.js";

/** What VS Code has asked the view's tree for. */
export interface AskedRows {
  /** The rows whose look was asked for since this was emptied, in that order. */
  readonly looks: Node[];
  /** What was last given below each row; below undefined the topmost rows. */
  readonly below: Map<Node | undefined, readonly Node[]>;
}

/** Notes what VS Code asks the tree for. Has to be called before the extension makes its view. */
export function noteAskedRows(): AskedRows {
  const asked: AskedRows = { looks: [], below: new Map() };
  const { createTreeView } = vscode.window;
  vscode.window.createTreeView = ((id: string, options: vscode.TreeViewOptions<Node>) => {
    const { treeDataProvider: tree } = options;
    const getTreeItem = tree.getTreeItem.bind(tree);
    tree.getTreeItem = (row) => {
      asked.looks.push(row);
      return getTreeItem(row);
    };
    const getChildren = tree.getChildren.bind(tree);
    tree.getChildren = (row) => {
      const rows = getChildren(row) as readonly Node[];
      asked.below.set(row, rows);
      return [...rows];
    };
    return createTreeView(id, options);
  }) as typeof createTreeView;
  return asked;
}
