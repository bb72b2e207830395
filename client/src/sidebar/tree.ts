import * as vscode from "vscode";
import { itemFor } from "./items.js";
import { withFile } from "./fileOfRow.js";
import { connectionRows, groupId, parentOf, rowsOf, type Node } from "./nodes.js";
import type { Shown } from "./shown.js";
import { connectionTooltip } from "./tooltip.js";
import { viewState } from "./viewState.js";

/** Changes within so many milliseconds are drawn at once: while rows are drawn anew, VS Code loses clicks on them. */
const GATHERING_MS = 50;

/** The tree of tenants and their connections. It keeps nothing: every row comes from the sessions. */
export class ConnectionTree implements vscode.TreeDataProvider<Node> {
  readonly #shown: Shown;
  #due: (() => void) | undefined;
  readonly onDidChangeTreeData: vscode.Event<undefined>;

  constructor(shown: Shown) {
    this.#shown = shown;
    this.onDidChangeTreeData = (listener) => {
      let timer: NodeJS.Timeout | undefined;
      const draw = () => {
        clearTimeout(timer);
        timer = undefined;
        this.#due = undefined;
        listener(undefined);
      };
      const changed = () => {
        timer ??= setTimeout(draw, GATHERING_MS);
        this.#due = draw;
      };
      // The states of files change with the sessions, so those need not be listened to as well.
      const sources = [shown.arrangement, shown.rowLimits, shown.setupFiles, shown.fileStates];
      const subscriptions = sources.map(({ onDidChange }) => onDidChange(changed));
      return vscode.Disposable.from(...subscriptions, {
        dispose: () => {
          clearTimeout(timer);
        },
      });
    };
  }

  /** Draws at once what has been gathered, so that a row that was just added can be shown. */
  drawNow(): void {
    this.#due?.();
  }

  getTreeItem(node: Node): vscode.TreeItem | Promise<vscode.TreeItem> {
    const item = itemFor(node);
    return node.kind === "connection" ? withFile(item, node, this.#shown) : item;
  }

  getChildren(node?: Node): Node[] {
    if (!vscode.workspace.isTrusted) return [];
    const { sessions, arrangement, rowLimits } = this.#shown;
    const limitOf = (parent: string) => rowLimits.of(parent);
    // Without any row, VS Code shows the welcome of the view's state.
    if (!node)
      return viewState(sessions.all, arrangement.current) === "rows"
        ? sessions.all.map((session) => ({ kind: "tenant", session }))
        : [];
    if (node.kind === "group") return [...connectionRows(node.session, node.connections, groupId(node), limitOf)];
    if (node.kind !== "tenant") return [];
    const { session } = node;
    // The first look at a tenant is what loads it; the change that follows brings the rows.
    if (session.signedIn && session.store.snapshot.failure === undefined) void session.store.load();
    return [...rowsOf(session, arrangement.current, vscode.env.language, limitOf)];
  }

  getParent(node: Node): Node | undefined {
    return parentOf(node, this.#shown.arrangement.current);
  }

  /** Adds what is only needed once the pointer rests on a row. */
  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    if (node.kind !== "connection") return item;
    const { connection, session } = node;
    const files = this.#shown.setupFiles.filesFor(connection.id, session.tenant.host);
    item.tooltip = connectionTooltip(
      connection,
      files.map((file) => vscode.workspace.asRelativePath(file)),
      Date.now(),
    );
    return item;
  }
}
