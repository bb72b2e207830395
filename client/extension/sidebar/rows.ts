import type { Arrangement } from "../../core/connections/arrangement.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { Session } from "../tenants/session.js";
import { type ConnectionNode, type Node } from "../tenants/nodes.js";
import { connectionId, rowId, rowsUnder, type View } from "./nodes.js";

/**
 * The rows as VS Code knows them. It tells a row by its object: a new object for the same row is a new row to it, and
 * what was clicked on the old one is lost. So a row is one object for as long as what it stands for is loaded, and only
 * what it holds is replaced.
 */
export class Rows {
  readonly #known = new WeakMap<Session, Map<string, Node>>();

  /** The row of a tenant. */
  tenant(session: Session): Node {
    return this.#keep({ kind: "tenant", session });
  }

  /** The row of a loaded connection. */
  connection(session: Session, connection: ConnectionRecord): Node {
    return this.#keep({ kind: "connection", session, connection });
  }

  /** The row of a connection that VS Code has been told of. */
  find(session: Session, id: string): ConnectionNode | undefined {
    const node = this.#known.get(session)?.get(connectionId(session, id));
    return node?.kind === "connection" ? node : undefined;
  }

  /** The rows under a row, as they are now. */
  under(node: Node, view: View): readonly Node[] {
    return rowsUnder(node, view).map((row) => this.#keep(row));
  }

  /** The row a row stands under: what VS Code asks before it can show one that is not drawn yet. */
  parentOf(node: Node, { grouped }: Arrangement): Node | undefined {
    const { session } = node;
    if (node.kind === "tenant") return undefined;
    if (node.kind !== "connection" || !grouped) return this.tenant(session);
    const application = node.connection.app_id;
    const connections = session.store.snapshot.connections.filter(({ app_id }) => app_id === application);
    return this.#keep({ kind: "group", session, application, connections });
  }

  /** Has the rows of these connections hold what is known of them now. */
  update(session: Session, records: readonly ConnectionRecord[]): void {
    for (const record of records) if (this.find(session, record.id)) this.connection(session, record);
  }

  /** Lets go of the rows of connections that are not loaded any more. */
  prune(session: Session): void {
    const known = this.#known.get(session);
    if (!known) return;
    const loaded = new Set(session.store.snapshot.connections.map(({ id }) => connectionId(session, id)));
    for (const [id, node] of known) if (node.kind === "connection" && !loaded.has(id)) known.delete(id);
  }

  #keep(node: Node): Node {
    const rows = this.#known.get(node.session) ?? new Map<string, Node>();
    this.#known.set(node.session, rows);
    const id = rowId(node);
    const known = rows.get(id);
    if (known) return Object.assign(known, node);
    rows.set(id, node);
    return node;
  }
}
