import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { Action } from "../../core/text/action.js";
import type { NamedTenant } from "../actions.js";
import type { Session } from "./sessions.js";

export type Node = TenantNode | GroupNode | ConnectionNode | ShowMoreNode | LoadMoreNode | ProblemNode | NoteNode;

interface Row<Kind extends string> {
  readonly kind: Kind;
  readonly session: Session;
}

export type TenantNode = Row<"tenant">;

export interface GroupNode extends Row<"group"> {
  readonly application: string;
  readonly connections: readonly ConnectionRecord[];
}

export interface ConnectionNode extends Row<"connection"> {
  readonly connection: ConnectionRecord;
}

/** A row that stands for loaded connections that aren't drawn yet. */
export interface ShowMoreNode extends Row<"showMore"> {
  /** The id of the parent row. */
  readonly parent: string;
  readonly drawn: number;
  readonly loaded: number;
}

export type LoadMoreNode = Row<"loadMore">;

export interface ProblemNode extends Row<"problem"> {
  readonly failure: unknown;
  /** What may help. */
  readonly step: Action;
}

export interface NoteNode extends Row<"note"> {
  readonly text: string;
  /** Whether the note is about rows that the filter hides. Selecting it shows them. */
  readonly hidesRows: boolean;
}

export function asNode(argument: unknown): Node | undefined {
  const known = typeof argument === "object" && argument !== null && "kind" in argument && "session" in argument;
  return known ? (argument as Node) : undefined;
}

/** A tenant in a message whose button was pressed. */
export function asNamedTenant(argument: unknown): NamedTenant | undefined {
  const known = typeof argument === "object" && argument !== null && "origin" in argument && "tenantName" in argument;
  return known ? (argument as NamedTenant) : undefined;
}
