import * as l10n from "@vscode/l10n";
import { DAY_MS, parseTime } from "../../core/text/formatTime.js";
import { groupBy } from "../../core/text/groupBy.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { HistoryLine } from "../../core/push/history.js";
import { countsAs } from "../../core/push/outcomes.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { FileBucket } from "../editor/states.js";
import type { Chart, Choice, Series } from "./page.js";

/** The states of setup files that the overview distinguishes; "open" if the state isn't known yet. */
export type FileSeries = FileBucket | "open";

/** The rest are counted together. */
const MAX_APPLICATIONS = 12;
/** Each bar of the histogram covers this many days. One more bar covers the rest. */
const BIN_DAYS = 30;
const MAX_BINS = 12;
const WEEKS = 8;

/** Connections by application, most connections first. */
export function applicationsChart(connections: readonly ConnectionRecord[]): Chart {
  const groups = [...groupBy(connections, ({ app_id }) => app_id)];
  const sorted = groups
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || a.localeCompare(b))
    .map(([application, members]) => {
      const ready = members.filter((member) => member.ready).length;
      return { application, ready, notReady: members.length - ready };
    });
  const rest = sorted.slice(MAX_APPLICATIONS);
  const bars = [...sorted.slice(0, MAX_APPLICATIONS).map((count) => [count]), ...(rest.length > 0 ? [rest] : [])];
  const of = (kind: "ready" | "notReady") => bars.map((bar) => bar.reduce((sum, count) => sum + count[kind], 0));
  const names = bars.map((bar) => bar.map(({ application }) => application));
  return {
    title: l10n.t("Connections by application"),
    hint: l10n.t("Select a bar to show only those connections in the sidebar."),
    nothing: l10n.t("This tenant has no connections."),
    horizontal: true,
    labelTitle: l10n.t("Application"),
    labels: names.map(([name = "", ...others]) =>
      others.length > 0
        ? l10n.t("{0} others", formatNumber(others.length + 1))
        : sanitizeText(name, 40) || l10n.t("No application"),
    ),
    series: [
      { name: l10n.t("ready"), tone: "good", values: of("ready") },
      { name: l10n.t("not ready"), tone: "warning", values: of("notReady") },
    ],
    choices: names.map((applications) => [
      { applications, readiness: "ready" },
      { applications, readiness: "notReady" },
    ]),
  };
}

/** @param limitDays the position of the "too old" line, in days. @param now milliseconds since the epoch. */
export function agesChart(connections: readonly ConnectionRecord[], limitDays: number, now: number): Chart {
  const times = connections.flatMap((connection) => parseTime(connection.updated_at) ?? []);
  const binOf = (time: number) => Math.min(MAX_BINS, Math.max(0, Math.floor((now - time) / DAY_MS / BIN_DAYS)));
  const bins = groupBy(times, binOf);
  const values = Array.from({ length: MAX_BINS + 1 }, (_, bin) => bins.get(bin)?.length ?? 0);
  const from = (bin: number) => bin * BIN_DAYS;
  return {
    title: l10n.t("Days since the last change"),
    hint: l10n.t("Select a bar to show the connections that haven't changed for at least that long."),
    nothing: l10n.t("This tenant has no connections."),
    horizontal: false,
    labelTitle: l10n.t("Days"),
    labels: values.map((_, bin) =>
      bin === MAX_BINS
        ? l10n.t("{0} or more", formatNumber(from(bin)))
        : `${formatNumber(from(bin))}–${formatNumber(from(bin + 1))}`,
    ),
    // There's room for every other label.
    shortLabels: values.map((_, bin) =>
      bin === MAX_BINS ? `${formatNumber(from(bin))}+` : bin % 2 === 0 ? formatNumber(from(bin)) : "",
    ),
    series: [{ name: l10n.t("connections"), tone: "plain", values }],
    limit: {
      at: Math.min(MAX_BINS + 0.5, limitDays / BIN_DAYS),
      label: l10n.t("threshold: {0} days", formatNumber(limitDays)),
    },
    choices: values.map((_, bin) => [{ unchangedDays: from(bin) }]),
  };
}

export function filesChart(without: number, series: readonly FileSeries[]): Chart {
  const rows: readonly (readonly [string, Series["tone"], Choice, readonly FileSeries[]])[] = [
    [l10n.t("in sync"), "good", { setupFile: "with" }, ["inSync"]],
    [l10n.t("not pushed"), "plain", { setupFile: "with" }, ["new"]],
    [l10n.t("unconfirmed"), "plain", { setupFile: "with" }, ["notCompared", "open"]],
    [l10n.t("unpushed changes"), "warning", { attention: true }, ["changed"]],
    [l10n.t("value changed"), "warning", { attention: true }, ["replaced"]],
    [l10n.t("changed on the service"), "warning", { attention: true }, ["drifted"]],
    [l10n.t("outcome unknown"), "bad", { attention: true }, ["unknown"]],
    [l10n.t("deleted"), "bad", { attention: true }, ["gone"]],
  ];
  const counts = rows.map(([, , , kinds]) => series.filter((kind) => kinds.includes(kind)).length);
  const tones: readonly (readonly [Series["tone"], string])[] = [
    ["plain", l10n.t("nothing to do")],
    ["good", l10n.t("in sync")],
    ["warning", l10n.t("to push or check")],
    ["bad", l10n.t("to check first")],
  ];
  return {
    title: l10n.t("Setup files"),
    hint: l10n.t("Select a bar to show its connections."),
    nothing: l10n.t("This tenant has no connections."),
    horizontal: true,
    labelTitle: l10n.t("State"),
    labels: [l10n.t("no setup file"), ...rows.map(([label]) => label)],
    series: tones.map(([tone, name]) => ({
      name,
      tone,
      values: [tone === "plain" ? without : 0, ...rows.map(([, own], at) => (own === tone ? (counts[at] ?? 0) : 0))],
    })),
    choices: [{ setupFile: "without" } as const, ...rows.map(([, , choice]) => choice)].map((choice) =>
      tones.map(() => choice),
    ),
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
    hint: l10n.t("Select a bar to show the push history."),
    nothing: l10n.t("There were no pushes in the last {0} weeks.", WEEKS),
    horizontal: false,
    labelTitle: l10n.t("Week from"),
    labels: weeksAgo.map((weeks) => day.format(now - (weeks + 1) * 7 * DAY_MS)),
    series: kinds.map(({ kind, name, tone }) => ({ name, tone, values: weeksAgo.map((weeks) => count(kind, weeks)) })),
    choices: weeksAgo.map(() => kinds.map(() => "history")),
  };
}
