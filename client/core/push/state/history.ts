import { EventEmitter } from "node:events";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import { countsAs, isBeingVerified } from "../outcomes.js";
import type { JournalEntry, PushListener } from "../pushTypes.js";
import type { PushJournal } from "./journal.js";
import { type HistoryLine, HISTORY_KEY, isLine } from "./storedPushes.js";
import { batched, readList, type Storage } from "../../storage/durableStorage.js";

type Change = (lines: readonly HistoryLine[]) => readonly HistoryLine[];

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
    await this.#storage.update(HISTORY_KEY, this.#lines);
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
    const line = this.lines.find(
      (known) => known.push === event.entry.push && isBeingVerified({ kind: known.outcome }),
    );
    if (line) await this.add({ ...line, outcome: "unknown" });
  };

  /**
   * Adds pushes that an earlier window missed. Workspaces share the history, but each verifies only its own pushes.
   * @param interrupted pushes whose window closed before their outcome was known.
   */
  async restore(journal: PushJournal, interrupted: readonly JournalEntry[], now = Date.now()): Promise<void> {
    const known = new Set(
      this.lines.filter((line) => countsAs({ kind: line.outcome }) !== "open").map(({ push }) => push),
    );
    for (const { outcome, ...entry } of journal.ended)
      if (outcome && !known.has(entry.push)) await this.add({ ...entry, time: entry.startedAt, outcome });
    const shown = new Set(this.lines.map(({ push }) => push));
    for (const entry of interrupted)
      if (!shown.has(entry.push)) await this.add({ ...entry, time: entry.startedAt, outcome: "unknown" });
    const mine = new Set(journal.open.map(({ push }) => push));
    for (const line of this.lines) {
      const isLeft = mine.has(line.push) || now - line.time > VERIFICATION_MS;
      if (isBeingVerified({ kind: line.outcome }) && isLeft) await this.add({ ...line, outcome: "unknown" });
    }
  }

  /** Never rejects, because a failure here doesn't undo the push. */
  async add(added: HistoryLine): Promise<void> {
    const { push, time, origin, tenantName, id, connection, file, properties, outcome, expires, rotation } = added;
    const names = properties.slice(0, MAX_PROPERTIES).map((name) => sanitizeText(name, 80));
    const shown = sanitizeText(connection, 150);
    const about = { push, time, origin, tenantName, id, connection: shown, file };
    const line = { ...about, properties: names, outcome, expires, rotation };
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
    return this.#pending.reduce((lines, change) => change(lines), readList(this.#storage, HISTORY_KEY, isLine));
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
  return Map.groupBy(sorted, ({ time }) => dayOf(time));
}

/** Returns the local date, such as `2026-11-22`. @param time milliseconds since the epoch. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
