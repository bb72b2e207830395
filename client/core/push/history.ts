import { EventEmitter } from "node:events";
import * as l10n from "@vscode/l10n";
import { connectionKey } from "../connections/connectionKey.js";
import { groupBy } from "../text/groupBy.js";
import { sanitizeText } from "../text/sanitizeText.js";
import { isBeingChecked, isOutcomeKind, countsAs, describeOutcome } from "./outcomes.js";
import type { Outcome } from "./outcome.js";
import type { PushTarget } from "./request.js";
import { isRotationPart } from "./rotations.js";
import { batched, hasStrings, readList, type Storage } from "./storage.js";
import { formatNumber, formatNarrowList } from "../text/locale.js";
import type { PushListener } from "./run.js";
import type { JournalEntry, PushJournal } from "./journal.js";

export interface HistoryLine
  extends Omit<PushTarget, "sentName">, Pick<JournalEntry, "push" | "properties" | "rotation"> {
  readonly time: number;
  readonly outcome: Outcome["kind"];
}

type Change = (lines: readonly HistoryLine[]) => readonly HistoryLine[];

const KEY = "vaultconn.pushHistory";

/** After that, drops the oldest entries. */
export const MAX_PUSHES = 500;

/** How long after sending another workspace's window may still verify a push. */
const VERIFICATION_MS = 300_000;

const MAX_PROPERTIES = 30;

export class PushHistory {
  readonly #storage: Storage;
  /** The changes that aren't stored yet. Applying one twice has no effect. */
  #pending: readonly Change[] = [];
  readonly #write = batched(async () => {
    const { length } = this.#pending;
    await this.#storage.update(KEY, this.#lines);
    this.#pending = this.#pending.slice(length);
  });
  readonly #events = new EventEmitter<{ change: [] }>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  /** Newest first. */
  get lines(): readonly HistoryLine[] {
    return this.#lines.toReversed();
  }

  readonly onPush: PushListener = async (event) => {
    if (event.kind === "ended" && event.result.entry) {
      const { entry, outcome } = event.result;
      await this.add({ ...entry, time: entry.startedAt, outcome: outcome.kind });
    }
    if (event.kind !== "abandoned") return;
    const line = this.lines.find((known) => known.push === event.entry.push && isBeingChecked({ kind: known.outcome }));
    if (line) await this.add({ ...line, outcome: "unknown" });
  };

  /** Adds pushes that an earlier window missed. Workspaces share the history, but each verifies only its own pushes. */
  async restore(journal: PushJournal, now = Date.now()): Promise<void> {
    const known = new Set(
      this.lines.filter((line) => countsAs({ kind: line.outcome }) !== "open").map(({ push }) => push),
    );
    for (const { outcome, ...entry } of journal.ended)
      if (outcome && !known.has(entry.push)) await this.add({ ...entry, time: entry.startedAt, outcome });
    const mine = new Set(journal.open.map(({ push }) => push));
    for (const line of this.lines) {
      const isLeft = mine.has(line.push) || now - line.time > VERIFICATION_MS;
      if (isBeingChecked({ kind: line.outcome }) && isLeft) await this.add({ ...line, outcome: "unknown" });
    }
  }

  /** Never rejects, because a failure here doesn't undo the push. */
  async add(added: HistoryLine): Promise<void> {
    const { push, time, origin, tenantName, id, connection, file, properties, outcome, rotation } = added;
    const names = properties.slice(0, MAX_PROPERTIES).map((name) => sanitizeText(name, 80));
    const shown = sanitizeText(connection, 150);
    const line = { push, time, origin, tenantName, id, connection: shown, file, properties: names, outcome, rotation };
    await this.#change((lines) => {
      const known = lines.findIndex((other) => other.push === push);
      return known < 0 ? [...lines, line].slice(-MAX_PUSHES) : lines.with(known, line);
    });
  }

  async forget(origin: string): Promise<void> {
    await this.#change((lines) => lines.filter((line) => line.origin !== origin));
  }

  /** Reads each time, because other windows push, too. */
  get #lines(): readonly HistoryLine[] {
    return this.#pending.reduce((lines, change) => change(lines), readList(this.#storage, KEY, isLine));
  }

  async #change(change: Change): Promise<void> {
    this.#pending = [...this.#pending, change];
    await this.#write().catch(() => undefined);
    this.#events.emit("change");
  }
}

/** Groups pushes by `dayOf`, the latest first. */
export function pushDays(lines: readonly HistoryLine[]): ReadonlyMap<string, readonly HistoryLine[]> {
  const sorted = lines.toSorted((a, b) => b.time - a.time);
  return groupBy(sorted, ({ time }) => dayOf(time));
}

/** Returns the local date, such as `2026-11-22`. @param time milliseconds since the epoch. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function isLine(value: unknown): value is HistoryLine {
  return (
    hasStrings(value, ["push", "origin", "tenantName", "id", "connection", "file"]) &&
    Number.isFinite(value["time"]) &&
    Array.isArray(value["properties"]) &&
    isOutcomeKind(value["outcome"]) &&
    (value["rotation"] === undefined || isRotationPart(value["rotation"]))
  );
}

/** In UTF-16 code units. Longer cells only shift their own line. */
const MAX_CELL_WIDTH = 48;

type NameOf = (line: HistoryLine) => string;

/** Returns a text table. The most important columns come first, for narrow editors. */
export function historyTable(lines: readonly HistoryLine[], nameOf: NameOf): string {
  const heading = [l10n.t("Time"), l10n.t("Outcome"), l10n.t("Tenant"), l10n.t("Connection"), l10n.t("What was sent")];
  const groups = [...groupBy<HistoryLine, unknown>(lines, (line) => line.rotation?.id ?? line).values()];
  const table = [heading, ...groups.flatMap((group) => rowsOf(group, nameOf))];
  const widths = heading.map((_, column) =>
    Math.min(MAX_CELL_WIDTH, Math.max(...table.map((row) => row[column]?.length ?? 0))),
  );
  const aligned = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return table.map((row) => `${aligned(row).trimEnd()}\n`).join("");
}

function rowsOf(group: readonly HistoryLine[], nameOf: NameOf): readonly (readonly string[])[] {
  const [first] = group;
  const rows = group.map((line) => rowOf(line, nameOf));
  if (!first?.rotation) return rows;
  const { names, total } = first.rotation;
  const heading = [
    localTime(first.time),
    l10n.t("{0} of {1} applied", formatNumber(pushedIn(group)), formatNumber(total)),
    formatNarrowList([...new Set(group.map(({ tenantName }) => sanitizeText(tenantName, 80)))]),
    l10n.t("Rotation of {0}", formatNarrowList(names.map((name) => sanitizeText(name, 60)))),
    "",
  ];
  return [heading, ...rows.map(([time = "", ...others]) => [`  ${time}`, ...others])];
}

function pushedIn(group: readonly HistoryLine[]): number {
  const last = new Map(group.toReversed().map((line) => [connectionKey(line), line]));
  return [...last.values()].filter(({ outcome }) => countsAs({ kind: outcome }) === "success").length;
}

function rowOf(line: HistoryLine, nameOf: NameOf): readonly string[] {
  return [
    localTime(line.time),
    describeOutcome(line.outcome),
    sanitizeText(line.tenantName, 80),
    `${sanitizeText(nameOf(line), 60)} (${sanitizeText(line.id, 60)})`,
    line.properties.length === 0 ? l10n.t("nothing") : line.properties.join(", "),
  ];
}

/** Uses the Swedish format, because it's like ISO 8601 and sorts by time. */
function localTime(time: number): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" }).format(time);
}
