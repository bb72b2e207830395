import type { ConnectionRecord } from "../service/records.js";
import type { Session } from "../tenants/session.js";

/** The rows of the tree. */
export type Node = TenantNode | ConnectionNode | MoreNode | ProblemNode | NoteNode;

export interface TenantNode {
  readonly kind: "tenant";
  readonly session: Session;
}

export interface ConnectionNode {
  readonly kind: "connection";
  readonly session: Session;
  readonly connection: ConnectionRecord;
}

/** "Load more", below the rows of a tenant that has more. */
export interface MoreNode {
  readonly kind: "more";
  readonly session: Session;
}

/** Why loading failed, with a way to try again. */
export interface ProblemNode {
  readonly kind: "problem";
  readonly session: Session;
  readonly failure: unknown;
}

/** A remark where there are no rows. */
export interface NoteNode {
  readonly kind: "note";
  readonly session: Session;
  readonly text: string;
}

/** The rows under a tenant, from what its store has just now. */
export function rowsOf(session: Session): readonly Node[] {
  if (!session.signedIn) return [];
  const { connections, failure, more, loadedAt } = session.store.snapshot;
  const rows: Node[] = connections.map((connection) => ({ kind: "connection", session, connection }));
  if (failure !== undefined) return [...rows, { kind: "problem", session, failure }];
  if (loadedAt === undefined) return rows;
  if (rows.length === 0) return [{ kind: "note", session, text: "No connections in this tenant" }];
  return more ? [...rows, { kind: "more", session }] : rows;
}

/** The same node in the shape commands take from the tree, or undefined for anything else. */
export function asNode(argument: unknown): Node | undefined {
  const known = typeof argument === "object" && argument !== null && "kind" in argument && "session" in argument;
  return known ? (argument as Node) : undefined;
}
