import * as l10n from "@vscode/l10n";
import { DAY_MS, parseTime } from "../../core/text/formatTime.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { countsAs } from "../../core/push/outcomes.js";
import type { HistoryLine } from "../../core/push/state/storedPushes.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { FileGroup } from "../editor/states.js";
import type { Filter } from "../../core/connections/arrangeConnections.js";
import type { Chart, Series } from "./page.js";

/** The states of setup files that the overview distinguishes; "open" if the state isn't known yet. */
type FileSeries = FileGroup | "open";

/** The rest are counted together. */
const MAX_APPLICATIONS = 12;
/** Each bar of the histogram covers this many days. One more bar covers the rest. */
const BIN_DAYS = 30;
const MAX_BINS = 12;
const WEEKS = 8;
/** Where the histogram's line is. */
const LIMIT_DAYS = 90;

type OfTenant = Pick<Filter, "tenant">;

/** Connections by application, most connections first. */
export function applicationsChart(connections: readonly ConnectionRecord[], of: OfTenant): Chart {
  const groups = [...Map.groupBy(connections, ({ app_id }) => app_id)];
  const sorted = groups
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || a.localeCompare(b))
    .map(([application, members]) => {
      const ready = members.filter((member) => member.ready).length;
      return { application, ready, notReady: members.length - ready };
    });
  const rest = sorted.slice(MAX_APPLICATIONS);
  const bars = [...sorted.slice(0, MAX_APPLICATIONS).map((count) => [count]), ...(rest.length > 0 ? [rest] : [])];
  const sum = (kind: "ready" | "notReady") => bars.map((bar) => bar.reduce((total, count) => total + count[kind], 0));
  const names = bars.map((bar) => bar.map(({ application }) => application));
  return {
    title: l10n.t("Connections by application"),
    hint: l10n.t(
      "Select a line, or a part of its bar, to show only those connections in the sidebar. Arrow keys lead from a line to its parts.",
    ),
    nothing: l10n.t("This tenant has no connections."),
    labelTitle: l10n.t("Application"),
    labels: names.map(([name = "", ...others]) =>
      others.length > 0
        ? l10n.t("{0} others", formatNumber(others.length + 1))
        : sanitizeText(name, 40) || l10n.t("No application"),
    ),
    series: [
      { name: l10n.t("ready"), tone: "good", values: sum("ready") },
      { name: l10n.t("not ready"), tone: "warning", values: sum("notReady") },
    ],
    lines: names.map((applications) => ({ ...of, applications })),
    parts: names.map((applications) => [
      { ...of, applications, readiness: "ready" },
      { ...of, applications, readiness: "notReady" },
    ]),
  };
}

/** @param now milliseconds since the epoch. */
export function agesChart(connections: readonly ConnectionRecord[], of: OfTenant, now: number): Chart {
  const times = connections.flatMap((connection) => parseTime(connection.updated_at) ?? []);
  const binOf = (time: number) => Math.min(MAX_BINS, Math.max(0, Math.floor((now - time) / DAY_MS / BIN_DAYS)));
  const bins = Map.groupBy(times, binOf);
  const values = Array.from({ length: MAX_BINS + 1 }, (_, bin) => bins.get(bin)?.length ?? 0);
  const from = (bin: number) => bin * BIN_DAYS;
  return {
    title: l10n.t("Days since the last change"),
    hint: l10n.t("Select a line to show only those connections in the sidebar."),
    nothing: l10n.t("This tenant has no connections."),
    labelTitle: l10n.t("Days"),
    labels: values.map((_, bin) =>
      bin === MAX_BINS
        ? l10n.t("{0} or more", formatNumber(from(bin)))
        : `${formatNumber(from(bin))}–${formatNumber(from(bin + 1) - 1)}`,
    ),
    series: [{ name: l10n.t("connections"), tone: "plain", values }],
    limit: { at: LIMIT_DAYS / BIN_DAYS, label: l10n.t("threshold: {0} days", formatNumber(LIMIT_DAYS)) },
    lines: values.map((_, bin) => ({
      ...of,
      unchangedDays: from(bin),
      ...(bin < MAX_BINS && { changedDays: from(bin + 1) }),
    })),
  };
}

/** States of setup files, and what they're called together. */
export function fileStateGroups() {
  return {
    inSync: { name: l10n.t("in sync"), kinds: ["inSync"] },
    new: { name: l10n.t("not pushed"), kinds: ["new"] },
    unconfirmed: { name: l10n.t("unconfirmed"), kinds: ["notCompared", "open"] },
    changed: { name: l10n.t("unpushed changes"), kinds: ["changed"] },
    replaced: { name: l10n.t("value changed"), kinds: ["replaced"] },
    drifted: { name: l10n.t("changed on the service"), kinds: ["drifted"] },
    unknown: { name: l10n.t("outcome unknown"), kinds: ["unknown"] },
  } satisfies Readonly<Record<string, { readonly name: string; readonly kinds: readonly FileSeries[] }>>;
}

/**
 * @param states of the files of the tenant's connections, undefined for those without one.
 * @param deleted how many files are of connections that no longer exist.
 */
export function filesChart(states: readonly (string | undefined)[], deleted: number, of: OfTenant): Chart {
  const { inSync, new: pushable, unconfirmed, changed, replaced, drifted, unknown } = fileStateGroups();
  const groups = [inSync, pushable, unconfirmed, changed, replaced, drifted, unknown];
  const counts = groups.map(
    ({ kinds }) => states.filter((state) => (kinds as readonly unknown[]).includes(state)).length,
  );
  const tones: readonly Series["tone"][] = ["good", "plain", "plain", "warning", "warning", "warning", "bad", "bad"];
  const names: Readonly<Record<Series["tone"], string>> = {
    plain: l10n.t("nothing to do"),
    good: l10n.t("in sync"),
    warning: l10n.t("to push or check"),
    bad: l10n.t("to check first"),
  };
  const without = states.filter((state) => state === undefined).length;
  return {
    title: l10n.t("Setup files"),
    hint: l10n.t("Select a line to show only those connections in the sidebar."),
    nothing: l10n.t("None of these connections has a setup file."),
    note:
      without === 0
        ? undefined
        : {
            text: l10n.t("{0} without a setup file", formatNumber(without)),
            choice: { ...of, setupFile: "without" },
          },
    labelTitle: l10n.t("State"),
    labels: [...groups.map(({ name }) => name), l10n.t("deleted")],
    series: (["plain", "good", "warning", "bad"] as const).map((tone) => ({
      tone,
      name: names[tone],
      values: [...counts, deleted].map((count, at) => (tones[at] === tone ? count : 0)),
    })),
    lines: [...groups.map((fileState) => ({ ...of, fileState })), "connections"],
  };
}

/** @param lines the pushes of one tenant. @param now milliseconds since the epoch. */
export function pushesChart(lines: readonly HistoryLine[], now: number, language: string): Chart {
  const kinds = [
    { kind: "success", name: l10n.t("applied"), tone: "good" },
    { kind: "open", name: l10n.t("unconfirmed"), tone: "warning" },
    { kind: "failure", name: l10n.t("not applied"), tone: "bad" },
  ] as const;
  const weeksAgo = Array.from({ length: WEEKS }, (_, week) => WEEKS - 1 - week);
  const count = (kind: string, weeks: number) =>
    lines.filter(
      ({ time, outcome }) => countsAs({ kind: outcome }) === kind && Math.floor((now - time) / (7 * DAY_MS)) === weeks,
    ).length;
  const day = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
  return {
    title: l10n.t("Pushes in the last {0} weeks", WEEKS),
    hint: l10n.t("Select a line to show past pushes."),
    nothing: l10n.t("There were no pushes in the last {0} weeks.", WEEKS),
    labelTitle: l10n.t("Week from"),
    labels: weeksAgo.map((weeks) => day.format(now - (weeks + 1) * 7 * DAY_MS)),
    series: kinds.map(({ kind, name, tone }) => ({ name, tone, values: weeksAgo.map((weeks) => count(kind, weeks)) })),
    lines: weeksAgo.map(() => "pushes"),
  };
}
