import * as l10n from "@vscode/l10n";
import { DAY_MS } from "../text/formatTime.js";
import { formatNumber, formatNarrowList } from "../text/locale.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** Which connections the sidebar shows. What is chosen counts together. */
export interface Filter {
  /** Only connections whose name, id or application holds this text, whatever the case. */
  readonly text: string;
  readonly readiness: "any" | "ready" | "notReady";
  /** Only connections of these applications; none means all. */
  readonly applications: readonly string[];
  /** Only connections that were last changed so many days ago or more; 0 means all. */
  readonly unchangedDays: number;
  /** Only connections with a setup file in the workspace, or only those without. */
  readonly setupFile: "any" | "with" | "without";
  /** Only connections whose setup file stands to them in a way that somebody should look at. */
  readonly attention: boolean;
}

/** Every connection. */
export const NO_FILTER: Filter = {
  text: "",
  readiness: "any",
  applications: [],
  unchangedDays: 0,
  setupFile: "any",
  attention: false,
};

/** What the setup files of the workspace say of the connections of one tenant. */
export interface Marks {
  hasFile(connection: ConnectionRecord): boolean;
  /** Whether a setup file was changed since its push, or the connection was, or the outcome of a push is not known. */
  needsAttention(connection: ConnectionRecord): boolean;
}

/** Whether a filter hides anything. */
export function isFiltered(filter: Filter): boolean {
  const { text, readiness, applications, unchangedDays } = filter;
  return text !== "" || readiness !== "any" || applications.length > 0 || unchangedDays > 0 || goesByFiles(filter);
}

/** Whether a filter looks at setup files, so that it may let other rows through once those change. */
export function goesByFiles({ setupFile, attention }: Filter): boolean {
  return setupFile !== "any" || attention;
}

/** What is hidden, in words, such as “not ready, SLACK”; empty where nothing is. */
export function describeFilter(filter: Filter): string {
  const { text, readiness, applications, unchangedDays, setupFile, attention } = filter;
  return formatNarrowList([
    ...(text === "" ? [] : [l10n.t("“{0}”", text)]),
    ...(readiness === "any" ? [] : [readiness === "ready" ? l10n.t("ready") : l10n.t("not ready")]),
    ...(unchangedDays === 0 ? [] : [describeUnchanged(unchangedDays)]),
    ...(setupFile === "any"
      ? []
      : [setupFile === "with" ? l10n.t("with a setup file") : l10n.t("without a setup file")]),
    ...(attention ? [l10n.t("needs attention")] : []),
    ...applications,
  ]);
}

/** @param days 1 or more. */
export function describeUnchanged(days: number): string {
  return days === 1 ? l10n.t("not changed for 1 day") : l10n.t("not changed for {0} days", formatNumber(days));
}

/**
 * The connections that a filter lets through, in the order of the service.
 * @param now milliseconds since the epoch.
 */
export function filtered(
  connections: readonly ConnectionRecord[],
  filter: Filter,
  marks: Marks,
  now = Date.now(),
): readonly ConnectionRecord[] {
  if (!isFiltered(filter)) return connections;
  const text = filter.text.toLowerCase();
  const applications = new Set(filter.applications);
  const { readiness, unchangedDays, setupFile, attention } = filter;
  const latest = now - unchangedDays * DAY_MS;
  return connections.filter((connection) => {
    const { id, name, app_id: application, ready = false, updated_at: updated } = connection;
    return (
      (readiness === "any" || ready === (readiness === "ready")) &&
      (applications.size === 0 || applications.has(application)) &&
      (text === "" || [name, id, application].some((value) => value.toLowerCase().includes(text))) &&
      (unchangedDays === 0 || (updated !== undefined && updated <= latest)) &&
      (setupFile === "any" || marks.hasFile(connection) === (setupFile === "with")) &&
      (!attention || marks.needsAttention(connection))
    );
  });
}

/** Readiness in words; a record that came without it is not called anything else. */
export function describeReadiness({ ready }: ConnectionRecord): string {
  if (ready === undefined) return l10n.t("readiness not known");
  return ready ? l10n.t("ready") : l10n.t("not ready");
}

/** How much of a list is loaded. @param total how much there is; undefined where the service does not tell. */
export function loadedInWords(loaded: number, total: number | undefined): string {
  return total === undefined
    ? l10n.t("{0} loaded", formatNumber(loaded))
    : l10n.t("{0} of {1} loaded", formatNumber(loaded), formatNumber(total));
}
