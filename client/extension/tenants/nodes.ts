import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { Session } from "./sessions.js";

export type Node = TenantNode | GroupNode | ConnectionNode | ShowMoreNode | LoadMoreNode | ProblemNode | NoteNode;

export interface TenantNode {
  readonly kind: "tenant";
  readonly session: Session;
}

export interface GroupNode {
  readonly kind: "group";
  readonly session: Session;
  readonly application: string;
  readonly connections: readonly ConnectionRecord[];
}

export interface ConnectionNode {
  readonly kind: "connection";
  readonly session: Session;
  readonly connection: ConnectionRecord;
}

/** A row that stands for loaded connections that aren't drawn yet. */
export interface ShowMoreNode {
  readonly kind: "rest";
  readonly session: Session;
  /** The id of the parent row. */
  readonly parent: string;
  readonly drawn: number;
  readonly loaded: number;
}

export interface LoadMoreNode {
  readonly kind: "more";
  readonly session: Session;
}

export interface ProblemNode {
  readonly kind: "problem";
  readonly session: Session;
  readonly failure: unknown;
  readonly step: FailureStep;
}

/** What may help after a failure. */
export type FailureStep = "retry" | "signIn" | "editTenant";

export interface NoteNode {
  readonly kind: "note";
  readonly session: Session;
  readonly text: string;
  /** Whether the note is about rows that the filter hides. Selecting it shows them. */
  readonly hidesRows: boolean;
}

export function asNode(argument: unknown): Node | undefined {
  const known = typeof argument === "object" && argument !== null && "kind" in argument && "session" in argument;
  return known ? (argument as Node) : undefined;
}
