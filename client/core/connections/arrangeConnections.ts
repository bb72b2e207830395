import * as l10n from "@vscode/l10n";
import { isBoolean, isNumber, isString, listOf, optional, shape } from "../storage/shape.js";
import { DAY_MS, parseTime } from "../text/formatTime.js";
import { formatNumber, formatNarrowList } from "../text/locale.js";
import { matches, type ListFilter } from "./listed.js";
import type { Order, RecordList } from "./recordList.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** Conditions that must all hold. An empty text or list, `any`, `false`, undefined and 0 match everything. */
export interface Filter {
  /** Part of the name, id or application, ignoring case. */
  readonly text: string;
  readonly readiness: "any" | "ready" | "notReady";
  readonly applications: readonly string[];
  /** At least this many days since the last change. */
  readonly unchangedDays: number;
  /** Less than this many days since the last change. */
  readonly changedDays: number;
  readonly tenant: { readonly origin: string; readonly name: string } | undefined;
  /** States of setup files, and what they're called together. */
  readonly fileState: { readonly kinds: readonly string[]; readonly name: string } | undefined;
  readonly setupFile: "any" | "with" | "without";
  readonly attention: boolean;
  /** Whether the credential ends soon, or has ended. */
  readonly ending: boolean;
}

export const NO_FILTER: Filter = {
  text: "",
  readiness: "any",
  applications: [],
  unchangedDays: 0,
  changedDays: 0,
  tenant: undefined,
  fileState: undefined,
  setupFile: "any",
  attention: false,
  ending: false,
};

/** What a tenant's connections are filtered by, beside their records. */
export interface FileFilter {
  readonly origin: string;
  /** The state of the connection's setup file; undefined if it has none. */
  stateOf(connection: ConnectionRecord): string | undefined;
  hasFile(connection: ConnectionRecord): boolean;
  /** Whether the file's credential ends within the days that are set. */
  isEnding(connection: ConnectionRecord): boolean;
  /** Whether the file or the connection changed since the push, or a push has an unknown outcome. */
  needsAttention(connection: ConnectionRecord): boolean;
}

export function isFiltered(filter: Filter): boolean {
  return describeFilter(filter) !== "";
}

export function goesByFiles({ setupFile, attention, ending, fileState }: Filter): boolean {
  return setupFile !== "any" || attention || ending || fileState !== undefined;
}

export function describeFilter(filter: Filter): string {
  const { text, readiness, applications, unchangedDays, changedDays, setupFile, attention, tenant, fileState } = filter;
  const days = [unchangedDays, changedDays].map((count) => formatNumber(count));
  return formatNarrowList([
    ...(tenant ? [tenant.name] : []),
    ...(text === "" ? [] : [l10n.t("“{0}”", text)]),
    ...(readiness === "any" ? [] : [readiness === "ready" ? l10n.t("ready") : l10n.t("not ready")]),
    ...(changedDays > 0 ? [l10n.t("last changed {0} to {1} days ago", ...days)] : []),
    ...(unchangedDays === 0 || changedDays > 0 ? [] : [describeUnchanged(unchangedDays)]),
    ...(fileState ? [fileState.name] : []),
    ...(setupFile === "any"
      ? []
      : [setupFile === "with" ? l10n.t("with a setup file") : l10n.t("without a setup file")]),
    ...(attention ? [l10n.t("needs attention")] : []),
    ...(filter.ending ? [endingSoon()] : []),
    ...applications,
  ]);
}

export function endingSoon(): string {
  return l10n.t("credential ends soon");
}

export function describeUnchanged(days: number): string {
  return days === 1 ? l10n.t("not changed for 1 day") : l10n.t("not changed for {0} days", formatNumber(days));
}

/** @param now milliseconds since the epoch. */
export function filtered(
  connections: readonly ConnectionRecord[],
  filter: Filter,
  marks: FileFilter,
  now = Date.now(),
): readonly ConnectionRecord[] {
  if (!isFiltered(filter)) return connections;
  const { text: query, readiness, applications, unchangedDays, changedDays, setupFile, attention, tenant } = filter;
  if (tenant && tenant.origin !== marks.origin) return [];
  const ofRecord: ListFilter = {
    query,
    apps: applications.length > 0 ? applications : undefined,
    isNotReady: readiness === "notReady",
    unchangedSince: unchangedDays > 0 ? now - unchangedDays * DAY_MS : undefined,
  };
  const earliest = now - changedDays * DAY_MS;
  return connections.filter(
    (connection) =>
      matches(connection, ofRecord) &&
      (readiness !== "ready" || connection.ready === true) &&
      (changedDays === 0 || (parseTime(connection.updated_at) ?? -Infinity) > earliest) &&
      (!filter.fileState || filter.fileState.kinds.includes(marks.stateOf(connection) ?? "")) &&
      (setupFile === "any" || marks.hasFile(connection) === (setupFile === "with")) &&
      (!attention || marks.needsAttention(connection)) &&
      (!filter.ending || marks.isEnding(connection)),
  );
}

export interface Arrangement extends Filter {
  readonly grouped: boolean;
  readonly order: Order;
}

export const PLAIN: Arrangement = { ...NO_FILTER, grouped: false, order: "name" };

/** Whether what's stored is an arrangement of this version. */
export const isArrangement = shape<Arrangement>({
  text: isString,
  readiness: isString,
  applications: listOf(isString),
  unchangedDays: isNumber,
  changedDays: isNumber,
  tenant: optional(shape<NonNullable<Filter["tenant"]>>({ origin: isString, name: isString })),
  fileState: optional(shape<NonNullable<Filter["fileState"]>>({ kinds: listOf(isString), name: isString })),
  setupFile: isString,
  attention: isBoolean,
  ending: isBoolean,
  grouped: isBoolean,
  order: isString,
});

/** Rows of one application. An ungrouped list is a single group with `application` undefined. */
export interface Group {
  readonly application: string | undefined;
  readonly connections: readonly ConnectionRecord[];
}

/** @param language for sorting names, as a BCP 47 tag. */
export function arranged(
  records: Pick<RecordList, "sorted">,
  arrangement: Arrangement,
  marks: FileFilter,
  language: string,
): readonly Group[] {
  const rows = filtered(records.sorted(arrangement.order, language), arrangement, marks);
  if (!arrangement.grouped) return [{ application: undefined, connections: rows }];
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  return [...Map.groupBy(rows, (row) => row.app_id)]
    .sort(([a], [b]) => compare(a, b))
    .map(([application, connections]) => ({ application, connections }));
}

export function describeReadiness({ ready }: ConnectionRecord): string {
  if (ready === undefined) return l10n.t("readiness unknown");
  return ready ? l10n.t("ready") : l10n.t("not ready");
}

export function loadedInWords(loaded: number, total: number | undefined): string {
  // The service may count only what it lets us load.
  return total === undefined || total <= loaded
    ? l10n.t("{0} loaded", formatNumber(loaded))
    : l10n.t("{0} of {1} loaded", formatNumber(loaded), formatNumber(total));
}
