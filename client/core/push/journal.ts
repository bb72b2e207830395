import { randomUUID } from "node:crypto";
import { isSameConnection, type ConnectionKey } from "../connections/connectionKey.js";
import type { RecordState } from "./drift.js";
import { countsAs, isOutcomeKind } from "./outcomes.js";
import type { Outcome } from "./outcome.js";
import { isValueDigests, type ValueDigests } from "../secrets/valueDigests.js";
import { placeAfterMove, hasTexts, readList, type Storage } from "./storage.js";
import type { PushSubject } from "./request.js";
import { isRotationPart, type RotationPart } from "./rotations.js";
import type { PushListener } from "./run.js";

/** A push that was about to be sent. It holds no value of a setup. */
export interface JournalEntry extends PushSubject {
  /** Names this push. */
  readonly push: string;
  /** The window that sent it, as long as it was open. */
  readonly window: string;
  readonly startedAt: number;
  readonly properties: readonly string[];
  readonly before?: RecordState;
  readonly page?: number;
  /** What the file asked for, as a keyed digest. */
  readonly digest?: string;
  /** What the values behind its references were, as keyed digests. */
  readonly values?: ValueDigests;
  readonly rotation?: RotationPart;
  /** How it ended; undefined as long as nobody knows. */
  readonly outcome?: Outcome["kind"];
}

export type PushActivity = "sending" | "verifying";

const KEY = "vaultconn.pushesUnderWay";

/** So many pushes of unknown outcome are kept, unless told otherwise; the oldest go first. */
const MOST = 200;

/** So many that have ended are kept until the history is sure to be on the disk, which VS Code writes a little later than it says. */
const MOST_ENDED = 20;

/**
 * The pushes that began and have not ended. An entry is kept before anything is sent and closed when the outcome is
 * known, so that after a window reload at any moment a person can be told, and the push be checked.
 */
export class PushJournal {
  readonly #storage: Storage;
  readonly #most: number;
  readonly #window = randomUUID();
  /** The pushes this window is busy with. */
  readonly #activities = new Map<string, { readonly kind: PushActivity }>();
  #entries: readonly JournalEntry[];
  #writing: Promise<void> = Promise.resolve();

  /** @param most how many pushes of unknown outcome are kept. */
  constructor(storage: Storage, most = MOST) {
    this.#storage = storage;
    this.#most = most;
    this.#entries = readList(storage, KEY, isEntry);
  }

  /** The pushes of earlier windows whose outcome is not known, oldest first. */
  get interrupted(): readonly JournalEntry[] {
    return this.open.filter(({ window }) => window !== this.#window);
  }

  /** Every push whose outcome is not known, those that are being sent included. */
  get open(): readonly JournalEntry[] {
    return this.#entries.filter(({ outcome }) => outcome === undefined);
  }

  /** The last pushes whose outcome is known, which the history may have lost. */
  get ended(): readonly JournalEntry[] {
    return this.#entries.filter(({ outcome }) => outcome !== undefined);
  }

  /** Whether the outcome of a push is known by now. */
  hasEnded({ push }: JournalEntry): boolean {
    return this.ended.some((entry) => entry.push === push);
  }

  /** The note of a push as it is now: its file may have been moved since. */
  asNow(entry: JournalEntry): JournalEntry {
    return this.#entries.find(({ push }) => push === entry.push) ?? entry;
  }

  /** The last push to a connection whose outcome is not known. An earlier one may have begun from another record. */
  lastTo(connection: ConnectionKey): JournalEntry | undefined {
    return this.open.findLast((entry) => isSameConnection(entry, connection));
  }

  /** The last push of a file whose outcome is not known, where this window is not busy with it. @param file the URI. */
  unknownOf(file: string): JournalEntry | undefined {
    return this.open.findLast((entry) => entry.file === file && !this.#activities.has(entry.push));
  }

  /** What this window is doing about the last push of a file; undefined where that is nothing. @param file the URI. */
  activityOf(file: string): PushActivity | undefined {
    const last = this.open.findLast((entry) => entry.file === file);
    return last && this.#activities.get(last.push)?.kind;
  }

  /**
   * Notes that a push is about to be sent.
   * @returns when the note is kept: only then may the push be sent.
   * @throws where it could not be kept.
   */
  async begin(push: Omit<JournalEntry, "push" | "window">): Promise<JournalEntry> {
    const entry = { ...push, push: randomUUID(), window: this.#window };
    this.#activities.set(entry.push, { kind: "sending" });
    try {
      await this.#write([...this.#entries, entry]);
    } catch (error) {
      // Part of the storage may hold on to what the rest of it could not keep, and would tell of a push that never was.
      await this.forget([entry]);
      throw error;
    }
    return entry;
  }

  /**
   * Notes that the record is looked at again in the background.
   * @returns whether that still is to go on, which it is not where the push has ended or another one followed; and what
   * ends it.
   */
  verifying(entry: JournalEntry): { readonly isCurrent: () => boolean; readonly stop: () => void } {
    const activity = { kind: "verifying" } as const;
    this.#activities.set(entry.push, activity);
    const isMine = () => this.#activities.get(entry.push) === activity;
    return {
      isCurrent: () => isMine() && this.lastTo(entry)?.push === entry.push,
      stop: () => {
        if (isMine()) this.leave(entry);
      },
    };
  }

  /** Notes that this window does nothing more about a push, whose outcome is not known. */
  leave({ push }: JournalEntry): void {
    this.#activities.delete(push);
  }

  /** Hears how pushes end. As long as nobody knows the outcome of one, the next start asks again. */
  readonly hear: PushListener = async (event) => {
    if (event.kind !== "ended" || !event.result.entry) return;
    const { entry, outcome } = event.result;
    if (outcome.kind === "unknown") this.leave(entry);
    else if (outcome.kind !== "pending") await this.end(entry, outcome.kind);
  };

  /** Notes how a push ended. Where it took effect, older ones to the same connection no longer matter. Never rejects. */
  async end(ended: JournalEntry, outcome: Outcome["kind"]): Promise<void> {
    this.#activities.delete(ended.push);
    // Which one is older is told by the order they began in, not by a clock that may have been set back.
    const place = this.#entries.findIndex(({ push }) => push === ended.push);
    const success = countsAs({ kind: outcome }) === "success";
    const others = this.#entries.filter(
      (entry, at) =>
        at !== place && !(success && at < place && entry.outcome === undefined && isSameConnection(entry, ended)),
    );
    await this.#write([...others, { ...ended, outcome }]).catch(() => undefined);
  }

  /** Notes that the person does not want to hear of pushes again. Never rejects. */
  async forget(entries: readonly JournalEntry[]): Promise<void> {
    const gone = new Set(entries.map(({ push }) => push));
    for (const push of gone) this.#activities.delete(push);
    // If this cannot be kept, the person is told once too often, which does no harm.
    await this.#write(this.#entries.filter(({ push }) => !gone.has(push))).catch(() => undefined);
  }

  /** Goes with a file, or with all files of a folder, that was renamed or moved, given by their URIs. Never rejects. */
  async moved(from: string, to: string): Promise<void> {
    const placeNow = (file: string) => placeAfterMove(file, from, to);
    if (this.#entries.every(({ file }) => placeNow(file) === file)) return;
    await this.#write(this.#entries.map((entry) => ({ ...entry, file: placeNow(entry.file) }))).catch(() => undefined);
  }

  /** One write after the other, each of all entries. */
  #write(entries: readonly JournalEntry[]): Promise<void> {
    const isEnded = ({ outcome }: JournalEntry) => outcome !== undefined;
    this.#entries = [
      ...entries.filter(isEnded).slice(-MOST_ENDED),
      ...entries.filter((entry) => !isEnded(entry)).slice(-this.#most),
    ];
    const writing = this.#writing.then(() => this.#storage.set(KEY, this.#entries));
    this.#writing = writing.catch(() => undefined);
    return writing;
  }
}

function isEntry(value: unknown): value is JournalEntry {
  if (!hasTexts(value, ["push", "window", "file", "origin", "tenantName", "id", "connection"])) return false;
  const { before, sentName, page, properties, startedAt, digest, values, rotation, outcome } = value;
  return (
    URL.canParse(String(value["origin"])) &&
    typeof startedAt === "number" &&
    Array.isArray(properties) &&
    (before === undefined || hasTexts(before, ["name", "updated_at", "fingerprint"])) &&
    (sentName === undefined || typeof sentName === "string") &&
    (page === undefined || typeof page === "number") &&
    (digest === undefined || typeof digest === "string") &&
    (values === undefined || isValueDigests(values)) &&
    (rotation === undefined || isRotationPart(rotation)) &&
    (outcome === undefined || isOutcomeKind(outcome))
  );
}
