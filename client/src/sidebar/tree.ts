import * as vscode from "vscode";
import { filtered, filterInWords, isFiltered, type Arrangement } from "../connections/arrangement.js";
import type { Services } from "../services.js";
import type { Sessions } from "../tenants/sessions.js";
import { completeItem, itemFor } from "./items.js";
import { withFile } from "./fileOfRow.js";
import { connectionRows, groupId, rowsOf, type Node } from "./nodes.js";

const VIEW_ID = "vaultconn.connections";

/** Changes within so many milliseconds are drawn at once: while rows are drawn anew, VS Code loses clicks on them. */
const GATHERING_MS = 50;

/** Where the rows come from. */
export type Shown = Pick<Services, "sessions" | "arrangement" | "rowLimits" | "setupFiles" | "fileStates">;

/** The tree of tenants and their connections. It keeps nothing: every row comes from the sessions. */
class ConnectionTree implements vscode.TreeDataProvider<Node> {
  readonly #shown: Shown;
  readonly onDidChangeTreeData: vscode.Event<undefined>;

  constructor(shown: Shown) {
    this.#shown = shown;
    this.onDidChangeTreeData = (listener) => {
      let timer: NodeJS.Timeout | undefined;
      const changed = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          listener(undefined);
        }, GATHERING_MS);
      };
      // The states of files change with the sessions, so those need not be listened to as well.
      const sources = [shown.arrangement, shown.rowLimits, shown.setupFiles, shown.fileStates];
      const subscriptions = sources.map(({ onDidChange }) => onDidChange(changed));
      return vscode.Disposable.from(...subscriptions, { dispose: () => { clearTimeout(timer); } });
    };
  }

  getTreeItem(node: Node): vscode.TreeItem | Promise<vscode.TreeItem> {
    const item = itemFor(node);
    return node.kind === "connection" ? withFile(item, node, this.#shown) : item;
  }

  getChildren(node?: Node): Node[] {
    if (!vscode.workspace.isTrusted) return [];
    const limitOf = (parent: string) => this.#shown.rowLimits.of(parent);
    if (!node) return this.#shown.sessions.all.map((session) => ({ kind: "tenant", session }));
    if (node.kind === "group") return [...connectionRows(node.session, node.connections, groupId(node), limitOf)];
    if (node.kind !== "tenant") return [];
    const { session } = node;
    // The first look at a tenant is what loads it; the change that follows brings the rows.
    if (session.signedIn && session.store.snapshot.failure === undefined) void session.store.load();
    return [...rowsOf(session, this.#shown.arrangement.current, vscode.env.language, limitOf)];
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    return completeItem(item, node);
  }
}

/** Shows the tree, with the view's progress bar while anything loads, and a message while a filter hides rows. */
export function showTree(shown: Shown): vscode.Disposable {
  const { sessions, arrangement } = shown;
  const tree = vscode.window.createTreeView(VIEW_ID, { treeDataProvider: new ConnectionTree(shown), showCollapseAll: true });
  const update = () => {
    const { current } = arrangement;
    const context = (key: string, value: unknown) => void vscode.commands.executeCommand("setContext", `vaultconn.${key}`, value);
    context("state", sessions.all.length === 0 ? "noTenant" : "tenants");
    context("filtered", isFiltered(current));
    context("grouped", current.grouped);
    context("order", current.order);
    tree.message = filterMessage(sessions, current);
  };
  update();
  return vscode.Disposable.from(tree, new ViewProgress(sessions), sessions.onDidChange(update), arrangement.onDidChange(update));
}

function filterMessage({ all }: Sessions, arrangement: Arrangement): string {
  if (!isFiltered(arrangement)) return "";
  const rows = all.map(({ store }) => store.snapshot.connections);
  const loaded = rows.reduce((sum, { length }) => sum + length, 0);
  const shown = rows.reduce((sum, connections) => sum + filtered(connections, arrangement).length, 0);
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  return `Showing ${number(shown)} of ${number(loaded)}: ${filterInWords(arrangement)}`;
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
