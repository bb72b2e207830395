import * as l10n from "@vscode/l10n";
import { plainText } from "../plainText.js";
import type { HistoryLine } from "./history.js";
import { outcomeInWords } from "./outcomes.js";

/** Columns are this wide at most, in UTF-16 code units; what is longer moves its own line alone. */
const WIDEST = 48;

/**
 * The history as a table of text, a push in each line: time, outcome, tenant, connection, properties: what
 * one looks for stands where a narrow editor still shows it.
 * @param nameOf the name a connection has now; undefined where that is not known.
 */
export function historyTable(lines: readonly HistoryLine[], nameOf: (line: HistoryLine) => string | undefined): string {
  const heading = [l10n.t("Time"), l10n.t("Outcome"), l10n.t("Tenant"), l10n.t("Connection"), l10n.t("What was sent")];
  const rows = lines.map((line) => [
    localTime(line.time),
    outcomeInWords(line.outcome),
    plainText(line.tenantName, 80),
    connectionOf(line, nameOf(line)),
    sentIn(line),
  ]);
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

/** In the order that sorts, which the Swedish way to write a moment has. */
function localTime(time: number): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" }).format(time);
}

function connectionOf({ id }: HistoryLine, name: string | undefined): string {
  return name === undefined ? plainText(id, 60) : `${plainText(name, 60)} (${plainText(id, 60)})`;
}

function sentIn({ properties }: HistoryLine): string {
  return properties.length === 0 ? l10n.t("nothing") : properties.join(", ");
}
