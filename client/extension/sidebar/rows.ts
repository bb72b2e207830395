import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import {
  arranged,
  type Arrangement,
  describeFilter,
  type Group,
  isFiltered,
} from "../../core/connections/arrangeConnections.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { ConnectionNode, Node, NoteNode, TenantNode } from "../tenants/nodes.js";
import type { Session } from "../tenants/sessions.js";
import { connectionId } from "./rows/connectionRow.js";
import { groupId } from "./rows/groupRow.js";
import { stepsFor } from "./rows/problemRow.js";
import { rowId } from "./rows/rowItem.js";
import { fileMarks, type SidebarSources } from "./fileMarks.js";

const OF_CONNECTIONS: ReadonlySet<Node["kind"]> = new Set(["group", "connection", "showMore"]);

/**
 * VS Code identifies a row by its object: for a new object, it draws a new row, and clicks on the old one are lost. So
 * a row keeps its object while its connection is loaded, and only the contents change.
 */
export class Rows {
  readonly #sources: SidebarSources;
  readonly #known = new WeakMap<Session, Map<string, Node>>();

  constructor(sources: SidebarSources) {
    this.#sources = sources;
  }

  tenant(session: Session): TenantNode {
    return this.#reuse({ kind: "tenant", session });
  }

  connection(session: Session, connection: ConnectionRecord): ConnectionNode {
    return this.#reuse({ kind: "connection", session, connection });
  }

  /** Undefined if VS Code doesn't know the row. */
  find(session: Session, id: string): ConnectionNode | undefined {
    const node = this.#known.get(session)?.get(connectionId(session.tenant.origin, id));
    return node?.kind === "connection" ? node : undefined;
  }

  /** @param same the current rows, if the connections and their order haven't changed. */
  under(node: Node, same?: readonly Node[]): readonly Node[] {
    if (node.kind === "tenant") return this.#ofTenant(node.session, same);
    if (node.kind !== "group") return [];
    return same ?? this.#connections(node.session, node.connections, rowId(node));
  }

  /** VS Code calls this before it reveals a row that isn't drawn yet. */
  parentOf(node: Node): Node | undefined {
    const { session } = node;
    if (node.kind === "tenant") return undefined;
    if (node.kind !== "connection" || !this.#sources.arrangement.current.grouped) return this.tenant(session);
    const { app_id } = node.connection;
    return this.#ofConnections(session).find((row) => row.kind === "group" && row.application === app_id);
  }

  /** Updates the rows of these connections. @returns the rows that VS Code knows. */
  update(session: Session, records: readonly ConnectionRecord[]): readonly ConnectionNode[] {
    return records.flatMap((record) => (this.find(session, record.id) ? [this.connection(session, record)] : []));
  }

  prune(session: Session): void {
    const known = this.#known.get(session);
    for (const [id, node] of known ?? [])
      if (node.kind === "connection" && !session.store.find(node.connection.id)) known?.delete(id);
  }

  /** Failures come first, since they'd be overlooked below a thousand rows. */
  #ofTenant(session: Session, same: readonly Node[] | undefined): readonly Node[] {
    if (!session.signedIn) return [];
    const { failure, loadedAt } = session.store.snapshot;
    const rows = same?.filter(({ kind }) => OF_CONNECTIONS.has(kind)) ?? this.#ofConnections(session);
    if (failure !== undefined) {
      const steps = stepsFor(failure, session.tenant);
      return [...steps.map((step) => this.#reuse({ kind: "problem", session, failure, step })), ...rows];
    }
    const last = loadedAt === undefined ? [] : lastRows(session, rows.length === 0, this.#sources.arrangement.current);
    return [...rows, ...last.map((row) => this.#reuse(row))];
  }

  #ofConnections(session: Session): readonly Node[] {
    return groupsOf(session, this.#sources).flatMap(({ application, connections }): readonly Node[] =>
      application === undefined
        ? this.#connections(session, connections, rowId({ kind: "tenant", session }))
        : [this.#reuse({ kind: "group", session, application, connections })],
    );
  }

  #connections(session: Session, connections: readonly ConnectionRecord[], parent: string): readonly Node[] {
    const [drawn, loaded] = [this.#sources.rowLimits.of(parent), connections.length];
    const rows = connections.slice(0, drawn).map((connection) => this.connection(session, connection));
    return loaded > drawn ? [...rows, this.#reuse({ kind: "showMore", session, parent, drawn, loaded })] : rows;
  }

  #reuse<Row extends Node>(node: Row): Row {
    const rows = this.#known.get(node.session) ?? new Map<string, Node>();
    this.#known.set(node.session, rows);
    const id = rowId(node);
    const known = rows.get(id);
    if (known) return Object.assign(known, node);
    rows.set(id, node);
    return node;
  }
}

/** A tenant's loaded connections that match the filter, in row order, including those that aren't drawn yet. */
export function groupsOf(session: Session, sources: SidebarSources): readonly Group[] {
  return arranged(session.store, sources.arrangement.current, fileMarks(sources, session), vscode.env.language);
}

export function parentId({ session, connection }: ConnectionNode, { grouped }: Arrangement): string {
  return grouped ? groupId(session.tenant.origin, connection.app_id) : rowId({ kind: "tenant", session });
}

function lastRows(session: Session, empty: boolean, arrangement: Arrangement): readonly Node[] {
  const { more, isCutOff, connections, total = 0 } = session.store.snapshot;
  const note = (text: string, hidesRows = false): NoteNode => ({ kind: "note", session, text, hidesRows });
  const isHidden = connections.length > 0 && isFiltered(arrangement);
  const rows: Node[] = [];
  if (empty)
    rows.push(
      isHidden
        ? note(l10n.t("No loaded connection matches {0}", describeFilter(arrangement)), true)
        : note(l10n.t("No connections in this tenant")),
    );
  if (more) rows.push({ kind: "loadMore", session });
  if (isCutOff)
    rows.push(
      note(
        connections.length < total
          ? l10n.t("The service lists only {0} of {1} connections", connections.length, total)
          : l10n.t("The service can't list more connections"),
      ),
    );
  return rows;
}
