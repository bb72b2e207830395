import { randomUUID } from "node:crypto";
import {
  isNamed,
  isSameConnection,
  type ConnectionKey,
  type NamedConnection,
} from "../../connections/connectionKey.js";
import { countsAs, isBeingVerified } from "../outcomes.js";
import type { JournalEntry, PushListener, UnsettledOutcome } from "../pushTypes.js";
import { RecordPlaces } from "../../service/operations/recordReader.js";
import { isEntry, JOURNAL_KEY } from "./storedPushes.js";
import type { StoredOutcome } from "./storedOutcomes.js";
import { placeAfterMove, readList, type Storage } from "../../storage/durableStorage.js";

export type PushActivity = "sending" | UnsettledOutcome;

const MAX_OPEN_PUSHES = 200;

/** Keeps ended pushes until the history is certainly on disk, because VS Code writes it later than it reports. */
const MAX_ENDED_PUSHES = 20;

/**
 * Pushes that have begun but not ended. Stores an entry before sending and closes it once the outcome is known, so that
 * pushes can be reported and verified after a reload at any moment.
 */
export class PushJournal {
  readonly #storage: Storage;
  readonly #places: RecordPlaces;
  readonly #maxOpen: number;
  readonly #window = randomUUID();
  readonly #activities = new Map<string, { kind: PushActivity }>();
  #entries: readonly JournalEntry[];

  constructor(storage: Storage, places = new RecordPlaces(), maxOpen = MAX_OPEN_PUSHES) {
    this.#storage = storage;
    this.#places = places;
    this.#maxOpen = maxOpen;
    this.#entries = readList(storage, JOURNAL_KEY, isEntry);
    for (const entry of this.#entries) places.readStored(entry, entry);
  }

  /** Oldest first. */
  get interrupted(): readonly JournalEntry[] {
    return this.open.filter(({ window }) => window !== this.#window);
  }

  /** Includes pushes that are being sent. */
  get open(): readonly JournalEntry[] {
    return this.#entries.filter(({ outcome }) => outcome === undefined);
  }

  get ended(): readonly JournalEntry[] {
    return this.#entries.filter(({ outcome }) => outcome !== undefined);
  }

  hasEnded({ push }: JournalEntry): boolean {
    return this.ended.some((entry) => entry.push === push);
  }

  /** Returns the current version of an entry, whose file may have moved. */
  asNow(entry: JournalEntry): JournalEntry {
    return this.#entries.find(({ push }) => push === entry.push) ?? entry;
  }

  /** Returns the last open push to a connection. */
  lastTo(connection: ConnectionKey): JournalEntry | undefined {
    return this.open.findLast((entry) => isSameConnection(entry, connection));
  }

  /**
   * The last push of a file if it was sent and its outcome isn't known, whether it's being checked or not.
   * @param named the connection that the file names. Its push may have been from another place, since a file can move
   * without being reported, such as by `git mv`.
   */
  unknownOf(file: string, named?: NamedConnection): JournalEntry | undefined {
    return this.#openOf(file, named).findLast(({ push }) => this.#activities.get(push)?.kind !== "sending");
  }

  /** @param named as for `unknownOf`. */
  activityOf(file: string, named?: NamedConnection): PushActivity | undefined {
    const last = this.#openOf(file, named).at(-1);
    return last && this.#activities.get(last.push)?.kind;
  }

  #openOf(file: string, named: NamedConnection | undefined): readonly JournalEntry[] {
    const isAlso = (entry: JournalEntry) => entry.file !== "" && named !== undefined && isNamed(named, entry);
    return this.open.filter((entry) => entry.file === file || isAlso(entry));
  }

  /** Records a push. Send it only after this resolves. @throws if the entry can't be stored. */
  async begin(push: Omit<JournalEntry, "push" | "window">): Promise<JournalEntry> {
    const entry = { ...push, ...this.#places.toStored(push), push: randomUUID(), window: this.#window };
    this.#activities.set(entry.push, { kind: "sending" });
    try {
      await this.#write([...this.#entries, entry]);
    } catch (error) {
      // A failed write may have stored the entry partly, which would report a push that never happened.
      await this.forget([entry]);
      throw error;
    }
    return entry;
  }

  /** Marks a push as being verified. @returns `isCurrent`, which is false once it ended or another push followed. */
  verifying(
    entry: JournalEntry,
    kind: UnsettledOutcome,
  ): { readonly isCurrent: () => boolean; readonly stop: () => void } {
    const activity = { kind };
    this.#activities.set(entry.push, activity);
    const isMine = () => this.#activities.get(entry.push) === activity;
    return {
      isCurrent: () => isMine() && this.lastTo(entry)?.push === entry.push,
      stop: () => {
        if (isMine()) this.leave(entry);
      },
    };
  }

  leave({ push }: JournalEntry): void {
    this.#activities.delete(push);
  }

  readonly onPush: PushListener = async (event) => {
    if (event.kind !== "ended" || !event.result.entry) return;
    const { entry, outcome } = event.result;
    const activity = this.#activities.get(entry.push);
    if (outcome.kind === "unknown") this.leave(entry);
    else if (!isBeingVerified(outcome)) await this.end(entry, outcome.kind);
    else if (activity) activity.kind = outcome.kind;
  };

  /** Drops older pushes to the same connection if this one was applied. Never rejects. */
  async end(ended: JournalEntry, outcome: StoredOutcome): Promise<void> {
    this.#activities.delete(ended.push);
    // Compares positions rather than times, because a clock may have been set back.
    const place = this.#entries.findIndex(({ push }) => push === ended.push);
    const success = countsAs({ kind: outcome }) === "success";
    const others = this.#entries.filter(
      (entry, at) =>
        at !== place && !(success && at < place && entry.outcome === undefined && isSameConnection(entry, ended)),
    );
    await this.#write([...others, { ...ended, outcome }]).catch(() => undefined);
  }

  /** Never rejects. */
  async forget(entries: readonly JournalEntry[]): Promise<void> {
    const gone = new Set(entries.map(({ push }) => push));
    for (const push of gone) this.#activities.delete(push);
    // If this fails, the user only sees the message again.
    await this.#write(this.#entries.filter(({ push }) => !gone.has(push))).catch(() => undefined);
  }

  async moved(from: string, to: string): Promise<void> {
    const placeNow = (file: string) => placeAfterMove(file, from, to);
    if (this.#entries.every(({ file }) => placeNow(file) === file)) return;
    await this.#write(this.#entries.map((entry) => ({ ...entry, file: placeNow(entry.file) }))).catch(() => undefined);
  }

  /** Doesn't wait for earlier writes, so that the storage can write those of concurrent pushes together. */
  async #write(entries: readonly JournalEntry[]): Promise<void> {
    const isEnded = ({ outcome }: JournalEntry) => outcome !== undefined;
    this.#entries = [
      ...entries.filter(isEnded).slice(-MAX_ENDED_PUSHES),
      ...entries.filter((entry) => !isEnded(entry)).slice(-this.#maxOpen),
    ];
    await this.#storage.update(JOURNAL_KEY, this.#entries);
  }
}
