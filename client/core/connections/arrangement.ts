import { filtered, goesByFiles, NO_FILTER, type Filter, type Marks } from "./connectionFilter.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** How the rows of the sidebar are chosen, grouped and ordered. Kept across restarts. */
export interface Arrangement extends Filter {
  readonly grouped: boolean;
  readonly order: "name" | "lastChange";
}

/** Every connection, as it is without a choice: ungrouped, by name. */
export const PLAIN: Arrangement = { ...NO_FILTER, grouped: false, order: "name" };

/** Connections of one application; one nameless group holds all where rows are not grouped. */
export interface Group {
  readonly application: string | undefined;
  readonly connections: readonly ConnectionRecord[];
}

/**
 * Chooses, orders and groups connections for display. Names are compared as
 * people of `language` would, with numbers by their value.
 */
export function arranged(
  connections: readonly ConnectionRecord[],
  arrangement: Arrangement,
  marks: Marks,
  language: string,
): readonly Group[] {
  const now = Date.now();
  // What is old enough for a filter changes with the time, and what it hides with the files.
  const key = JSON.stringify([arrangement, language, arrangement.unchangedDays > 0 && Math.floor(now / HOUR_MS)]);
  const known = lastArranged.get(connections);
  if (known?.key === key && !goesByFiles(arrangement)) return known.groups;
  const groups = arrange(filtered(connections, arrangement, marks, now), arrangement, language);
  lastArranged.set(connections, { key, groups });
  return groups;
}

const HOUR_MS = 3_600_000;

/** Sorting a hundred thousand names takes a while, and the same rows are asked for again and again. */
const lastArranged = new WeakMap<
  readonly ConnectionRecord[],
  { readonly key: string; readonly groups: readonly Group[] }
>();

function arrange(shown: readonly ConnectionRecord[], arrangement: Arrangement, language: string): readonly Group[] {
  const rows = [...shown];
  rows.sort(comparison(arrangement.order, language));
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
  order: Arrangement["order"],
  language: string,
): (a: ConnectionRecord, b: ConnectionRecord) => number {
  const { compare } = collator(language);
  const byName = (a: ConnectionRecord, b: ConnectionRecord) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
  if (order === "name") return byName;
  const updated = (record: ConnectionRecord) => record.updated_at?.getTime() ?? 0;
  return (a, b) => updated(b) - updated(a) || byName(a, b);
}

const collators = new Map<string, Intl.Collator>();

/** Making a collator is slow, so each is made once. */
function collator(language: string): Intl.Collator {
  const known = collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  collators.set(language, known);
  return known;
}
