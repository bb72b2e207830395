import { randomUUID } from "node:crypto";
import { isSameConnection, type ConnectionKey } from "../connections/connectionKey.js";
import type { RecordState } from "./drift.js";
import { placeAfterMove } from "./placeAfterMove.js";
import { hasTexts, readList, type Storage } from "./storage.js";

/** A push that was about to be sent, and whose outcome is not known. It holds no value of a setup. */
export interface JournalEntry extends ConnectionKey {
  /** Names this push. */
  readonly push: string;
  /** The window that sent it, as long as it was open. */
  readonly window: string;
  /** The URI of the setup file. */
  readonly file: string;
  readonly tenantName: string;
  /** The connection's name before the push. */
  readonly connection: string;
  /** When it was sent, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The names of the properties that were sent. */
  readonly properties: readonly string[];
  /** The record just before sending. */
  readonly before?: RecordState;
  /** The page the record was on. */
  readonly page?: number;
  /** The name that was sent, where it came from no reference. */
  readonly sentName?: string;
  /** What the file asked for, as a keyed digest. */
  readonly digest?: string;
}

const KEY = "vaultconn.pushesUnderWay";

/** So many pushes of unknown outcome are kept; the oldest go first. */
const MOST = 200;

/**
 * The pushes that began and have not ended. An entry is kept before anything is
 * sent and removed when the outcome is known, so that after a window reload at
 * any moment a person can be told, and the push be checked.
 */
export class PushJournal {
  readonly #storage: Storage;
  readonly #window = randomUUID();
  /** The pushes of this window that are under way. */
  readonly #underWay = new Set<string>();
  #entries: readonly JournalEntry[];
  #writing: Promise<void> = Promise.resolve();

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#entries = readList(storage, KEY, isEntry);
  }

  /** The pushes of earlier windows whose outcome is not known, oldest first. */
  get leftOver(): readonly JournalEntry[] {
    return this.#entries.filter(({ window }) => window !== this.#window);
  }

  /** Every push whose outcome is not known, those under way in this window included. */
  get open(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** The last push to a connection whose outcome is not known. An earlier one may have begun from another record. */
  lastTo(connection: ConnectionKey): JournalEntry | undefined {
    return this.open.findLast((entry) => isSameConnection(entry, connection));
  }

  /** The last push of a file whose outcome is not known, where it is not under way. @param file the URI. */
  unknownOf(file: string): JournalEntry | undefined {
    return this.#entries.findLast((entry) => entry.file === file && !this.#underWay.has(entry.push));
  }

  /**
   * Notes that a push is about to be sent.
   * @returns when the note is kept: only then may the push be sent.
   * @throws where it could not be kept.
   */
  async begin(push: Omit<JournalEntry, "push" | "window">): Promise<JournalEntry> {
    const entry = { ...push, push: randomUUID(), window: this.#window };
    this.#underWay.add(entry.push);
    try {
      await this.#write([...this.#entries, entry].slice(-MOST));
    } catch (error) {
      // Part of the storage may hold on to what the rest of it could not keep, and would tell of a push that never was.
      await this.end(entry);
      throw error;
    }
    return entry;
  }

  /** Notes that a push is not under way any more, and its outcome not known. */
  leave({ push }: JournalEntry): void {
    this.#underWay.delete(push);
  }

  /** Notes that the outcome of a push is known, or that the person does not want to hear of it again. Never rejects. */
  async end({ push }: Pick<JournalEntry, "push">): Promise<void> {
    await this.#remove((entry) => entry.push === push);
  }

  /** Notes that a push took effect: what became of older ones to the same connection no longer matters. Never rejects. */
  async supersede(done: JournalEntry): Promise<void> {
    await this.#remove((entry) => isSameConnection(entry, done) && entry.startedAt <= done.startedAt);
  }

  /** Goes with a file, or with all files of a folder, that was renamed or moved, given by their URIs. Never rejects. */
  async moved(from: string, to: string): Promise<void> {
    const placeNow = (file: string) => placeAfterMove(file, from, to);
    if (this.#entries.every(({ file }) => placeNow(file) === file)) return;
    await this.#write(this.#entries.map((entry) => ({ ...entry, file: placeNow(entry.file) }))).catch(() => undefined);
  }

  async #remove(isOver: (entry: JournalEntry) => boolean): Promise<void> {
    for (const entry of this.#entries) if (isOver(entry)) this.#underWay.delete(entry.push);
    // If this cannot be kept, the person is told once too often, which does no harm.
    await this.#write(this.#entries.filter((entry) => !isOver(entry))).catch(() => undefined);
  }

  /** One write after the other, each of all entries. */
  #write(entries: readonly JournalEntry[]): Promise<void> {
    this.#entries = entries;
    const writing = this.#writing.then(() => this.#storage.set(KEY, this.#entries));
    this.#writing = writing.catch(() => undefined);
    return writing;
  }
}

function isEntry(value: unknown): value is JournalEntry {
  if (!hasTexts(value, ["push", "window", "file", "origin", "tenantName", "id", "connection"])) return false;
  const { before, sentName, page, properties, startedAt, digest } = value;
  return (
    typeof startedAt === "number" &&
    Array.isArray(properties) &&
    (before === undefined || hasTexts(before, ["name", "updated_at", "fingerprint"])) &&
    (sentName === undefined || typeof sentName === "string") &&
    (page === undefined || typeof page === "number") &&
    (digest === undefined || typeof digest === "string")
  );
}
