import * as l10n from "@vscode/l10n";
import { arranged, type Arrangement } from "../../core/connections/arrangement.js";
import { describeFilter, isFiltered, type Marks } from "../../core/connections/connectionFilter.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { ConnectionNode, Node, NoteNode } from "../tenants/nodes.js";
import type { Session } from "../tenants/session.js";
import { stepsFor } from "./failureSteps.js";

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
