import { setTimeout } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { describeFilter, isFiltered } from "../../core/connections/arrangeConnections.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { isSample } from "../../core/sample/sampleTenant.js";
import type { Contexts, ViewState } from "../contributions/contexts.js";
import type { Session, Sessions } from "../tenants/sessions.js";
import { setContext } from "../ui/setContext.js";
import { decorateTenants, type SidebarSources } from "./fileMarks.js";
import { dragConnections } from "./dragConnections.js";
import { fillWhileVisible } from "./loadInBackground.js";
import type { ConnectionNode } from "../tenants/nodes.js";
import { groupsOf, parentId } from "./rows.js";
import { ConnectionTree, type TreeNode } from "./tree.js";
import { hasRows } from "./viewState.js";
import { inBackground } from "../ui/inBackground.js";

const VIEW_ID = "vaultconn.connections";

/** How often to try to reveal a row while others are being drawn. */
const MAX_TRIES = 8;

/** VS Code waits this long before it draws changed rows, in milliseconds. */
const REDRAW_MS = 200;

export class Sidebar {
  readonly #sources: SidebarSources;
  readonly #tree: ConnectionTree;
  readonly #view: vscode.TreeView<TreeNode>;
  /** The contexts that VS Code has, for the when clauses of package.json. */
  readonly #contexts = new Map<string, unknown>();

  constructor(sources: SidebarSources, subscriptions: vscode.Disposable[]) {
    this.#sources = sources;
    this.#tree = new ConnectionTree(sources, subscriptions);
    this.#view = vscode.window.createTreeView(VIEW_ID, {
      treeDataProvider: this.#tree,
      dragAndDropController: dragConnections,
      canSelectMany: true,
    });
    subscriptions.push(
      this.#view,
      showProgress(sources.sessions),
      decorateTenants(sources),
      fillWhileVisible(this.#view, sources.sessions),
      this.#tree.onDidRedraw(() => {
        this.#update();
      }),
    );
  }

  /**
   * Finds the focused row. VS Code only reports the selection, which arrow keys don't move. But toggling the focused
   * row adds it to the selection or removes it.
   */
  async focused(): Promise<TreeNode | undefined> {
    const before = this.#view.selection;
    await vscode.commands.executeCommand("list.toggleSelection");
    const after = this.#view.selection;
    await vscode.commands.executeCommand("list.toggleSelection");
    return after.find((row) => !before.includes(row)) ?? before.find((row) => !after.includes(row));
  }

  /**
   * The connections that a key binding acts on: the selected ones if the focused row is among them, or else that row.
   */
  async chosen(): Promise<readonly ConnectionNode[]> {
    const { selection } = this.#view;
    const focused = await this.focused();
    const rows = focused === undefined || selection.includes(focused) ? selection : [focused];
    return rows.filter((row) => row.kind === "connection");
  }

  get state(): ViewState {
    return this.#tree.state;
  }

  rowsOf(session: Session): readonly ConnectionRecord[] {
    return groupsOf(session, this.#sources).flatMap(({ connections }) => connections);
  }

  /** Selects a loaded connection's row and scrolls to it. The connection must match the filter. */
  async reveal(node: ConnectionNode, { focus = true }: { readonly focus?: boolean } = {}): Promise<void> {
    const { arrangement, rowLimits } = this.#sources;
    const groups = groupsOf(node.session, this.#sources);
    const places = groups.map(({ connections }) => connections.findIndex(({ id }) => id === node.connection.id));
    rowLimits.raise(parentId(node, arrangement.current), Math.max(...places) + 1);
    await this.#reveal(() => this.#tree.rowOf(node), { select: true, focus });
  }

  /** Selects a tenant's row and shows its connections. If there are no rows, the welcome says why. */
  async revealTenant(session: Session): Promise<void> {
    await vscode.commands.executeCommand("vaultconn.connections.focus");
    const row = () => (hasRows(this.state) ? this.#tree.tenantRow(session) : undefined);
    await this.#reveal(row, { select: true, focus: true, expand: true });
  }

  async #reveal(rowNow: () => TreeNode | undefined, options: Parameters<vscode.TreeView<TreeNode>["reveal"]>[1]) {
    for (let tries = 1; ; tries++) {
      try {
        const row = rowNow();
        if (row) await this.#view.reveal(row, options);
        return;
      } catch (error) {
        // If rows are redrawn in the meantime, VS Code doesn't find them until it has drawn the changes.
        if (tries === MAX_TRIES) throw error;
        await setTimeout(REDRAW_MS);
      }
    }
  }

  #update(): void {
    const { all } = this.#sources.sessions;
    const { current } = this.#sources.arrangement;
    const { state } = this;
    const context = <Key extends keyof Contexts>(key: Key, value: Contexts[Key]) => {
      if (this.#contexts.get(key) === value) return;
      this.#contexts.set(key, value);
      setContext(key, value);
    };
    context("state", state);
    context("tenants", all.length);
    context(
      "sample",
      all.some(({ tenant }) => isSample(tenant)),
    );
    context("filtered", isFiltered(current));
    context("grouped", current.grouped);
    context("order", current.order);
    // A message would hide the welcome of Restricted Mode.
    const { isTrusted } = vscode.workspace;
    const message = !isTrusted ? "" : state === "rows" ? this.#filterMessage() : nextStepMessage(state, all);
    if ((this.#view.message ?? "") !== message) this.#view.message = message;
    const next = this.#tree.attention.badge;
    // VS Code redraws the icon and its tooltip whenever the badge is set.
    if (this.#view.badge?.tooltip !== next?.tooltip) this.#view.badge = next;
  }

  /** How many of the loaded connections match the filter. */
  #filterMessage(): string {
    const { sessions, arrangement } = this.#sources;
    if (!isFiltered(arrangement.current)) return "";
    const count = (of: (session: Session) => readonly unknown[]) =>
      formatNumber(sessions.all.reduce((sum, session) => sum + of(session).length, 0));
    const shown = count((session) => this.rowsOf(session));
    const loaded = count(({ store }) => store.snapshot.connections);
    const filter = describeFilter(arrangement.current);
    return sessions.all.some(({ signedIn, store }) => signedIn && store.snapshot.more)
      ? l10n.t("Showing {0} of {1} loaded: {2}", shown, loaded, filter)
      : l10n.t("Showing {0} of {1}: {2}", shown, loaded, filter);
  }
}

function nextStepMessage(state: ViewState, [only]: readonly Session[]): string {
  if (state === "hosts") return l10n.t("No tenant yet. To add one that your setup files belong to, select it.");
  if (state !== "signedOut" || !only) return "";
  return l10n.t("You're signed out of {0}. To sign in, select it.", sanitizeText(only.tenant.name, 80));
}

function showProgress(sessions: Sessions): vscode.Disposable {
  let finish: (() => void) | undefined;
  const end = () => {
    finish?.();
    finish = undefined;
  };
  const update = () => {
    if (!sessions.all.some(({ store }) => store.snapshot.loading)) end();
    else if (!finish) {
      const ended = new Promise<void>((resolve) => (finish = resolve));
      inBackground("update-view", () => vscode.window.withProgress({ location: { viewId: VIEW_ID } }, () => ended));
    }
  };
  return vscode.Disposable.from(sessions.onDidChange(update), new vscode.Disposable(end));
}

/** Collapses all rows. VS Code's own button would take space from the view's name. */
export async function collapseAll(): Promise<void> {
  await vscode.commands.executeCommand("vaultconn.connections.focus");
  await vscode.commands.executeCommand("list.collapseAll");
}
