import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { Named } from "../editor/setupFileIndex.js";
import type { Session, SessionsChange } from "../tenants/sessions.js";
import { goesByFiles, isFiltered } from "../../core/connections/arrangeConnections.js";
import { fileMarks, type SidebarSources, withFileCount } from "./fileMarks.js";
import { Attention, type AttentionRow } from "./attention.js";
import { type HostRow, hostRow } from "./hostRow.js";
import { hostsToAdd } from "../editor/tenantOfFile.js";
import { connectionTooltip } from "./rows/connectionRow.js";
import { rowItem } from "./rows/rowItem.js";
import type { ConnectionNode, Node } from "../tenants/nodes.js";
import { throttle } from "../ui/throttle.js";
import { Rows } from "./rows.js";
import type { ViewState } from "../contributions/contexts.js";
import { hasRows, viewState } from "./viewState.js";
import { inBackground } from "../ui/inBackground.js";

export type TreeNode = Node | Attention | AttentionRow | HostRow;

/**
 * Reports only rows that changed. A redrawn row forgets the rows below it until VS Code has requested them again, so
 * clicks on them are lost.
 */
export class ConnectionTree implements vscode.TreeDataProvider<TreeNode> {
  readonly #sources: SidebarSources;
  readonly #rows: Rows;
  /** The item that VS Code last got for each row, without parts that never cause a redraw. */
  readonly #items = new WeakMap<Node, vscode.TreeItem>();
  /** The children of each row that VS Code has requested, computed once for each change. */
  readonly #children = new WeakMap<Node, readonly Node[]>();
  #roots: readonly TreeNode[] | undefined;
  readonly attention: Attention;
  #hosts: readonly HostRow[] = [];
  /** Tenants whose rows must be computed again, and whether their connections are still the same and in order. */
  readonly #outdated = new Map<Session, boolean>();
  /** Connections whose rows may look different. */
  readonly #touched = new Set<ConnectionNode>();
  readonly #changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #redrawn = new vscode.EventEmitter<void>();
  /** Fires after each redraw, whether rows changed or not. */
  readonly onDidRedraw = this.#redrawn.event;
  readonly #redrawSoon = throttle(() => {
    this.redraw();
  });

  constructor(sources: SidebarSources, subscriptions: vscode.Disposable[]) {
    this.#sources = sources;
    this.#rows = new Rows(sources);
    this.attention = new Attention(sources);
    const arrange = () => {
      this.#outdateAll();
      this.#redrawSoon();
    };
    subscriptions.push(
      this.#changed,
      this.#redrawn,
      sources.sessions.onDidChange((change) => {
        this.#sessionsChanged(change);
        this.#redrawSoon();
      }),
      sources.reviewRequests.onDidChange(this.#redrawSoon),
      sources.arrangement.onDidChange(arrange),
      sources.rowLimits.onDidChange(arrange),
      sources.setupFiles.onDidChange((named) => {
        this.#filesChanged(named);
      }),
      sources.fileStates.onDidChange((files) => {
        this.#filesChanged(files.flatMap((file) => sources.setupFiles.namedBy(file) ?? []));
      }),
    );
  }

  /** Computes what changed since the last call, and reports it. Reports the whole tree if tenants came or went. */
  redraw(): void {
    const known = this.#roots;
    const files = this.attention.update();
    this.#roots &&= this.#rootsNow();
    const outdated = this.#sources.sessions.all.filter((session) => this.#outdated.has(session));
    const above = outdated.flatMap((session) => this.#update(this.#rows.tenant(session), this.#outdated.get(session)));
    const rows = [...this.#touched].filter((row) => this.#isChanged(row));
    this.#outdated.clear();
    this.#touched.clear();
    if (known && this.#roots && !isSameList(known, this.#roots)) this.#changed.fire(undefined);
    else if (files.length + above.length + rows.length > 0) this.#changed.fire([...files, ...above, ...rows]);
    this.#redrawn.fire();
  }

  /** The row object that VS Code knows. */
  rowOf({ session, connection }: ConnectionNode): Node {
    return this.#rows.connection(session, connection);
  }

  tenantRow(session: Session): Node {
    return this.#rows.tenant(session);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    if (hasItem(node)) return node.item;
    const item = rowItem(node, this.#sources);
    this.#items.set(node, item);
    return node.kind === "tenant" ? withFileCount(item, node, this.#sources) : item;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (node && hasItem(node)) return node.kind === "attention" ? [...node.rows] : [];
    if (!node && !this.#roots) this.attention.update();
    if (!node) return [...(this.#roots ??= this.#rootsNow())];
    const children = this.#children.get(node) ?? this.#under(node);
    this.#children.set(node, children);
    if (node.kind === "tenant") loadRows(node.session);
    return [...children];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    if (hasItem(node)) return node.kind === "file" ? this.attention : undefined;
    return this.#rows.parentOf(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    if (node.kind !== "connection") return item;
    // VS Code passes the item that it got from us. Copy it, since it's compared with later ones.
    const resolved = Object.assign(new vscode.TreeItem(""), item);
    resolved.tooltip = connectionTooltip(node, this.#sources);
    return resolved;
  }

  get state(): ViewState {
    const { sessions, arrangement } = this.#sources;
    return viewState(
      sessions.all,
      arrangement.current,
      (session) => fileMarks(this.#sources, session),
      () => hostsToAdd(this.#sources).size > 0,
    );
  }

  #rootsNow(): readonly TreeNode[] {
    // If there are no rows, VS Code shows the welcome view.
    if (!vscode.workspace.isTrusted || !hasRows(this.state)) return [];
    const tenants = this.#sources.sessions.all.map((session) => this.#rows.tenant(session));
    const below = tenants.length > 0 ? tenants : this.#hostsNow();
    return this.attention.rows.length > 0 ? [this.attention, ...below] : below;
  }

  #hostsNow(): readonly HostRow[] {
    const rows = [...hostsToAdd(this.#sources)].map(([host, files]) => hostRow(host, files));
    if (!isDeepStrictEqual(rows, this.#hosts)) this.#hosts = rows;
    return this.#hosts;
  }

  #under(node: Node, same?: readonly Node[]): readonly Node[] {
    return vscode.workspace.isTrusted ? this.#rows.under(node, same) : [];
  }

  #sessionsChanged(change: SessionsChange): void {
    if (change.kind !== "rows") {
      this.#outdateAll();
      // If the tenant had no rows and still has none, VS Code isn't told to ask for them again.
      if (change.kind === "signIn" && this.#children.has(this.#rows.tenant(change.session))) loadRows(change.session);
      return;
    }
    const { session } = change;
    const { records, members, order } = change.change;
    const { current } = this.#sources.arrangement;
    const isSame = !members && !order && !isFiltered(current) && (records.length === 0 || !current.grouped);
    if (members) this.#rows.prune(session);
    for (const row of this.#rows.update(session, records)) this.#touched.add(row);
    this.#outdated.set(session, isSame && (this.#outdated.get(session) ?? true));
  }

  #outdateAll(): void {
    for (const session of this.#sources.sessions.all) this.#outdated.set(session, false);
  }

  /**
   * Computes the rows under a row again, if VS Code has asked for them.
   * @param isSame whether the connections and their order are the same.
   * @returns the topmost rows to redraw with everything below them. Connection rows aren't included.
   */
  #update(node: Node, isSame = false): readonly Node[] {
    const known = this.#children.get(node);
    const now = known && this.#under(node, isSame ? known : undefined);
    if (now) this.#children.set(node, now);
    const below = (now ?? []).flatMap((child) => (child.kind === "connection" ? [] : this.#update(child, isSame)));
    const isChanged = this.#isChanged(node) || (known && now && !isSameList(known, now));
    return isChanged ? [node] : below;
  }

  #isChanged(node: Node): boolean {
    const known = this.#items.get(node);
    return known !== undefined && !isDeepStrictEqual(known, rowItem(node, this.#sources));
  }

  /** The filter may show or hide rows because of their files. */
  #filesChanged(named: readonly Named[]): void {
    if (goesByFiles(this.#sources.arrangement.current)) this.#outdateAll();
    for (const { id, tenant: host } of named)
      for (const session of this.#sources.sessions.all) {
        const row = this.#rows.find(session, id);
        if (row && (host === undefined || host === session.tenant.host)) this.#touched.add(row);
      }
    this.#redrawSoon();
  }
}

/** Expanding a tenant loads it. The rows follow when its store changes. */
function loadRows({ signedIn, store }: Session): void {
  if (signedIn && store.snapshot.failure === undefined) inBackground("load-connections", () => store.load());
}

function hasItem(node: TreeNode): node is Attention | AttentionRow | HostRow {
  return "item" in node;
}

function isSameList(one: readonly TreeNode[], other: readonly TreeNode[]): boolean {
  return one.length === other.length && one.every((node, index) => node === other[index]);
}
