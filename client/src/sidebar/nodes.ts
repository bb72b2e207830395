import * as l10n from "@vscode/l10n";
import { arranged, type Arrangement } from "../connections/arrangement.js";
import { describeFilter, isFiltered, type Marks } from "../connections/connectionFilter.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { Session } from "../tenants/session.js";
import { stepsFor } from "./failureSteps.js";

/** The rows of the tree. */
export type Node = TenantNode | GroupNode | ConnectionNode | RestNode | MoreNode | ProblemNode | HelpNode | NoteNode;

/** A tenant, above the rows of its connections. */
export interface TenantNode {
  readonly kind: "tenant";
  readonly session: Session;
}

/** The connections of one application, where rows are grouped. */
export interface GroupNode {
  readonly kind: "group";
  readonly session: Session;
  readonly application: string;
  readonly connections: readonly ConnectionRecord[];
}

/** One connection. */
export interface ConnectionNode {
  readonly kind: "connection";
  readonly session: Session;
  readonly connection: ConnectionRecord;
}

/** Rows that are loaded and not drawn yet. */
export interface RestNode {
  readonly kind: "rest";
  readonly session: Session;
  /** The id of the row they would stand under. */
  readonly parent: string;
  readonly drawn: number;
  readonly loaded: number;
}

/** "Load more", below the rows of a tenant that has more. */
export interface MoreNode {
  readonly kind: "more";
  readonly session: Session;
}

/** Why loading failed, with a way to try again or to sign in. */
export interface ProblemNode {
  readonly kind: "problem";
  readonly session: Session;
  readonly failure: unknown;
  readonly step: "retry" | "signIn";
}

/** What else helps where loading failed: another address. */
export interface HelpNode {
  readonly kind: "help";
  readonly session: Session;
}

/** A remark where there are no rows, or no more than these. */
export interface NoteNode {
  readonly kind: "note";
  readonly session: Session;
  readonly text: string;
  /** Whether it stands for rows that the filter hides; choosing it shows them. */
  readonly hidesRows: boolean;
}

/** What the rows are chosen and drawn by. */
export interface View {
  readonly arrangement: Arrangement;
  /** As a BCP 47 tag. */
  readonly language: string;
  readonly marksOf: (session: Session) => Marks;
  /** How many rows are drawn under a parent, by its id; see `RowLimits`. */
  readonly limitOf: (parent: string) => number;
}

/** The rows under a row, from what its tenant's store has just now. */
export function rowsUnder(node: Node, view: View): readonly Node[] {
  if (node.kind === "tenant") return rowsOf(node.session, view);
  return node.kind === "group" ? connectionRows(node.session, node.connections, rowId(node), view) : [];
}

/** Why rows are missing or old stands above them: below a thousand rows, nobody would see it. */
function rowsOf(session: Session, view: View): readonly Node[] {
  if (!session.signedIn) return [];
  const { connections, failure, loadedAt } = session.store.snapshot;
  const groups = arranged(connections, view.arrangement, view.marksOf(session), view.language);
  const rows = groups.flatMap(({ application, connections: members }): readonly Node[] =>
    application === undefined
      ? connectionRows(session, members, tenantId(session), view)
      : [{ kind: "group", session, application, connections: members }],
  );
  if (failure !== undefined) return [...failureRows(session, failure), ...rows];
  return loadedAt === undefined ? rows : [...rows, ...lastRows(session, rows.length === 0, view.arrangement)];
}

function failureRows(session: Session, failure: unknown): readonly Node[] {
  return stepsFor(failure, session.tenant).map((step): Node =>
    step === "editTenant" ? { kind: "help", session } : { kind: "problem", session, failure, step },
  );
}

/** The rows of connections under a parent, as many as are drawn, and one that stands for the rest. */
function connectionRows(
  session: Session,
  connections: readonly ConnectionRecord[],
  parent: string,
  { limitOf }: View,
): readonly Node[] {
  const limit = limitOf(parent);
  const rows: Node[] = connections.slice(0, limit).map((connection) => ({ kind: "connection", session, connection }));
  return connections.length > limit
    ? [...rows, { kind: "rest", session, parent, drawn: limit, loaded: connections.length }]
    : rows;
}

/** What tells a tenant's row from others. */
function tenantId({ tenant: { origin } }: Session): string {
  return `tenant:${origin}`;
}

/** What tells the row of a connection from others, whatever it shows. */
export function connectionId({ tenant: { origin } }: Session, id: string): string {
  return `connection:${origin}:${id}`;
}

/** What tells an application's row from others. */
function groupId({ tenant: { origin } }: Session, application: string): string {
  return `group:${origin}:${application}`;
}

/** What tells a row from all others of the tree, whatever it shows. */
export function rowId(node: Node): string {
  const { session } = node;
  switch (node.kind) {
    case "tenant":
      return tenantId(session);
    case "group":
      return groupId(session, node.application);
    case "connection":
      return connectionId(session, node.connection.id);
    case "rest":
      return `rest:${node.parent}`;
    case "more":
    case "problem":
    case "help":
      return `${node.kind}:${session.tenant.origin}`;
    case "note":
      return `note:${session.tenant.origin}:${node.hidesRows ? "hidden" : node.text}`;
  }
}

function lastRows(session: Session, empty: boolean, arrangement: Arrangement): readonly Node[] {
  const { more, outOfReach, connections } = session.store.snapshot;
  const notes: Node[] = [];
  const note = (text: string, hidesRows = false): NoteNode => ({ kind: "note", session, text, hidesRows });
  if (empty && connections.length > 0 && isFiltered(arrangement))
    notes.push(note(l10n.t("Nothing loaded matches {0}", describeFilter(arrangement)), true));
  else if (empty) notes.push(note(l10n.t("No connections in this tenant")));
  if (more) notes.push({ kind: "more", session });
  if (outOfReach) notes.push(note(l10n.t("There are more, which the service cannot list")));
  return notes;
}

/** The id of the row a connection's row stands under. */
export function parentId({ session, connection }: ConnectionNode, { grouped }: Arrangement): string {
  return grouped ? groupId(session, connection.app_id) : tenantId(session);
}

/** The same node in the shape commands take from the tree, or undefined for anything else. */
export function asNode(argument: unknown): Node | undefined {
  const known = typeof argument === "object" && argument !== null && "kind" in argument && "session" in argument;
  return known ? (argument as Node) : undefined;
}

/** The same node where it is the row of a connection, or undefined for anything else. */
export function asConnectionNode(argument: unknown): ConnectionNode | undefined {
  const node = asNode(argument);
  return node?.kind === "connection" ? node : undefined;
}
