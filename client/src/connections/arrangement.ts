import * as l10n from "@vscode/l10n";
import { enumerated } from "../locale.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** How the rows of the sidebar are chosen, grouped and ordered. Kept across restarts. */
export interface Arrangement {
  /** Only connections whose name, id or application holds this text, whatever the case. */
  readonly text: string;
  readonly readiness: "any" | "ready" | "notReady";
  /** Only connections of these applications; none means all. */
  readonly applications: readonly string[];
  readonly grouped: boolean;
  readonly order: "name" | "lastChange";
}

/** Every connection, as it is without a choice: ungrouped, by name. */
export const PLAIN: Arrangement = { text: "", readiness: "any", applications: [], grouped: false, order: "name" };

/** Connections of one application; one nameless group holds all where rows are not grouped. */
export interface Group {
  readonly application: string | undefined;
  readonly connections: readonly ConnectionRecord[];
}

/** Whether an arrangement hides anything. */
export function isFiltered({ text, readiness, applications }: Arrangement): boolean {
  return text !== "" || readiness !== "any" || applications.length > 0;
}

/** What is hidden, in words, such as “not ready, SLACK”; empty where nothing is. */
export function filterInWords({ text, readiness, applications }: Arrangement): string {
  return enumerated([
    ...(text === "" ? [] : [l10n.t("“{0}”", text)]),
    ...(readiness === "any" ? [] : [readiness === "ready" ? l10n.t("ready") : l10n.t("not ready")]),
    ...applications,
  ]);
}

/** The connections an arrangement shows, in the order of the service. */
export function filtered(
  connections: readonly ConnectionRecord[],
  arrangement: Arrangement,
): readonly ConnectionRecord[] {
  if (!isFiltered(arrangement)) return connections;
  const text = arrangement.text.toLowerCase();
  const applications = new Set(arrangement.applications);
  return connections.filter(
    ({ id, name, app_id: application, ready }) =>
      (arrangement.readiness === "any" || ready === (arrangement.readiness === "ready")) &&
      (applications.size === 0 || applications.has(application)) &&
      (text === "" || [name, id, application].some((value) => value.toLowerCase().includes(text))),
  );
}

/**
 * Chooses, orders and groups connections for display. Names are compared as
 * people of `language` would, with numbers by their value.
 */
export function arranged(
  connections: readonly ConnectionRecord[],
  arrangement: Arrangement,
  language: string,
): readonly Group[] {
  const key = JSON.stringify([arrangement, language]);
  const known = lastArranged.get(connections);
  if (known?.key === key) return known.groups;
  const groups = arrange(connections, arrangement, language);
  lastArranged.set(connections, { key, groups });
  return groups;
}

/** Sorting a hundred thousand names takes a while, and the same rows are asked for again and again. */
const lastArranged = new WeakMap<
  readonly ConnectionRecord[],
  { readonly key: string; readonly groups: readonly Group[] }
>();

function arrange(
  connections: readonly ConnectionRecord[],
  arrangement: Arrangement,
  language: string,
): readonly Group[] {
  const rows = [...filtered(connections, arrangement)];
  rows.sort(comparison(rows, arrangement.order, language));
  if (!arrangement.grouped) return [{ application: undefined, connections: rows }];
  const groups = new Map<string, ConnectionRecord[]>();
  for (const row of rows) {
    const group = groups.get(row.app_id);
    if (group) group.push(row);
    else groups.set(row.app_id, [row]);
  }
  const { compare } = collator(language);
  return [...groups]
    .sort(([a], [b]) => compare(a, b))
    .map(([application, group]) => ({ application, connections: group }));
}

function comparison(
  rows: readonly ConnectionRecord[],
  order: Arrangement["order"],
  language: string,
): (a: ConnectionRecord, b: ConnectionRecord) => number {
  const { compare } = collator(language);
  const byName = (a: ConnectionRecord, b: ConnectionRecord) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
  if (order === "name") return byName;
  // A record writes its moments out at each look, so they are looked at once. ISO 8601 in UTC sorts as text.
  const updated = new Map(rows.map((row) => [row, row.updated_at]));
  return (a, b) => {
    const [first = "", second = ""] = [updated.get(a), updated.get(b)];
    return first === second ? byName(a, b) : first < second ? 1 : -1;
  };
}

const collators = new Map<string, Intl.Collator>();

/** Making a collator is slow, so each is made once. */
function collator(language: string): Intl.Collator {
  const known = collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  collators.set(language, known);
  return known;
}
