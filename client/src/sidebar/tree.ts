import * as vscode from "vscode";
import type { Sessions } from "../tenants/sessions.js";
import { completeItem, itemFor } from "./items.js";
import { rowsOf, type Node } from "./nodes.js";

export const VIEW_ID = "vaultconn.connections";

/** The tree of tenants and their connections. It keeps nothing: every row comes from the sessions. */
export class ConnectionTree implements vscode.TreeDataProvider<Node> {
  readonly #sessions: Sessions;
  readonly onDidChangeTreeData: vscode.Event<undefined>;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.onDidChangeTreeData = (listener, thisArgs, disposables) =>
      sessions.onDidChange(() => void listener.call(thisArgs, undefined), undefined, disposables);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return itemFor(node);
  }

  getChildren(node?: Node): Node[] {
    if (!vscode.workspace.isTrusted) return [];
    if (!node) return this.#sessions.all.map((session) => ({ kind: "tenant", session }));
    if (node.kind !== "tenant") return [];
    const { session } = node;
    // The first look at a tenant is what loads it; the change that follows brings the rows.
    if (session.signedIn && session.store.snapshot.failure === undefined) void session.store.load();
    return [...rowsOf(session)];
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    return completeItem(item, node);
  }
}

/** Shows the tree, with the view's progress bar while anything loads. */
export function showTree(sessions: Sessions): vscode.Disposable {
  const tree = vscode.window.createTreeView(VIEW_ID, { treeDataProvider: new ConnectionTree(sessions), showCollapseAll: true });
  const update = () => {
    const state = sessions.all.length === 0 ? "noTenant" : "tenants";
    void vscode.commands.executeCommand("setContext", "vaultconn.state", state);
  };
  const progress = new ViewProgress(sessions);
  return vscode.Disposable.from(tree, progress, sessions.onDidChange(update));
}

/** Keeps the view's progress bar running as long as any tenant loads. */
class ViewProgress implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #finish: (() => void) | undefined;

  constructor(sessions: Sessions) {
    this.#subscription = sessions.onDidChange(() => {
      const loading = sessions.all.some(({ store }) => store.snapshot.loading);
      if (loading) this.#begin();
      else this.#end();
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#end();
  }

  #begin(): void {
    if (this.#finish) return;
    void vscode.window.withProgress({ location: { viewId: VIEW_ID } }, () => new Promise<void>((resolve) => (this.#finish = resolve)));
  }

  #end(): void {
    this.#finish?.();
    this.#finish = undefined;
  }
}
