import * as l10n from "@vscode/l10n";
import { formatNumber, formatNarrowList } from "../text/locale.js";
import { sanitizeText } from "../text/sanitizeText.js";
import type { HistoryLine } from "./history.js";
import { countsAs, describeOutcome } from "./outcomes.js";

/** Columns are this wide at most, in UTF-16 code units; what is longer moves its own line alone. */
const WIDEST = 48;

/** What sets the parts of a rotation off from it. */
const INDENT = "  ";

type NameOf = (line: HistoryLine) => string | undefined;

/**
 * The history as a table of text, a push in each line: time, outcome, tenant, connection, properties: what
 * one looks for stands where a narrow editor still shows it. The pushes of a rotation stand together, below a line on
 * the whole of it.
 * @param nameOf the name a connection has now; undefined where that is not known.
 */
export function historyTable(lines: readonly HistoryLine[], nameOf: NameOf): string {
  const heading = [l10n.t("Time"), l10n.t("Outcome"), l10n.t("Tenant"), l10n.t("Connection"), l10n.t("What was sent")];
  const rows = grouped(lines).flatMap((group) => rowsOf(group, nameOf));
  const table = [heading, ...rows];
  const widths = heading.map((_, column) =>
    Math.min(WIDEST, Math.max(...table.map((row) => row[column]?.length ?? 0))),
  );
  return table
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** The lines of each rotation together, where its newest is; every other line by itself. */
function grouped(lines: readonly HistoryLine[]): readonly (readonly HistoryLine[])[] {
  const groups = new Map<unknown, HistoryLine[]>();
  for (const line of lines) {
    const key = line.rotation?.id ?? line;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

function rowsOf(group: readonly HistoryLine[], nameOf: NameOf): readonly (readonly string[])[] {
  const [first] = group;
  const rows = group.map((line) => rowOf(line, nameOf));
  if (!first?.rotation) return rows;
  const { names, total } = first.rotation;
  const heading = [
    localTime(first.time),
    l10n.t("{0} of {1} pushed", formatNumber(pushedIn(group)), formatNumber(total)),
    formatNarrowList([...new Set(group.map(({ tenantName }) => sanitizeText(tenantName, 80)))]),
    l10n.t("Rotation of {0}", formatNarrowList(names.map((name) => sanitizeText(name, 60)))),
    "",
  ];
  return [heading, ...rows.map(([time = "", ...others]) => [INDENT + time, ...others])];
}

/** To how many connections the last push of them took effect. */
function pushedIn(group: readonly HistoryLine[]): number {
  const last = new Map<string, HistoryLine>();
  for (const line of group.toReversed()) last.set(`${line.origin} ${line.id}`, line);
  return [...last.values()].filter(({ outcome }) => countsAs({ kind: outcome }) === "success").length;
}

function rowOf(line: HistoryLine, nameOf: NameOf): readonly string[] {
  return [
    localTime(line.time),
    describeOutcome(line.outcome),
    sanitizeText(line.tenantName, 80),
    connectionOf(line, nameOf(line)),
    sentIn(line),
  ];
}

/** In the order that sorts, which the Swedish way to write a moment has. */
function localTime(time: number): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" }).format(time);
}

function connectionOf({ id }: HistoryLine, name: string | undefined): string {
  return name === undefined ? sanitizeText(id, 60) : `${sanitizeText(name, 60)} (${sanitizeText(id, 60)})`;
}

function sentIn({ properties }: HistoryLine): string {
  return properties.length === 0 ? l10n.t("nothing") : properties.join(", ");
}
