import { createHash } from "node:crypto";
import type { Connection } from "../../../schemas/generated/connection.js";
import type { Choices } from "../choices.js";
import { connectionAt, indexOfId, LATEST_CHANGE } from "./catalogue.js";
import { Sequence, type Entry } from "./sequence.js";

/** A JSON object, such as a setup. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What an accepted update asks for ("Update request body"). */
export interface Update {
  readonly name?: string;
  readonly setup?: JsonObject;
}

/** What somebody else may change about a connection. */
export type Change = Partial<Omit<Connection, "id">>;

/** Inserted connections take what is not given from far beyond any catalogue that is listed. */
const FIRST_INSERTED = 10_000_000;

/**
 * The connections of one tenant and all that happens to them. Only what
 * differs from the catalogue is kept, so any number of connections costs nothing.
 */
export class ConnectionStore {
  readonly #written = new Map<string, Connection>();
  readonly #setups = new Map<string, JsonObject>();
  /** List items as JSON text. A listing of everything is mostly the writing of these. */
  readonly #items = new Map<Entry, string>();
  readonly #sequence: Sequence;
  #nextInserted = FIRST_INSERTED;
  #revision = 0;

  /**
   * @param count how many connections of the catalogue exist at first.
   * @param choices read at every use, so they may change at any time.
   * @param now the present, in milliseconds since the epoch.
   * @param latest when the last record of the catalogue was changed, in the same.
   */
  constructor(
    private readonly count: number,
    private readonly choices: Choices,
    private readonly now: () => number,
    private readonly latest = LATEST_CHANGE,
  ) {
    this.#sequence = new Sequence(count);
  }

  /** How many connections exist now. */
  get size(): number {
    return this.#sequence.size;
  }

  /** The record with this id as the service holds it; undefined if there is none. */
  get(id: string): Connection | undefined {
    const entry = this.#entryOf(id);
    if (typeof entry === "string") return this.#written.get(id);
    return this.#sequence.isRemoved(entry) ? undefined : this.#catalogued(entry);
  }

  /** The setup an update stored; undefined if there was none. No reply ever carries it. */
  setupOf(id: string): JsonObject | undefined {
    return this.#setups.get(id);
  }

  /** The id of the record at a position of the list, 0 first. */
  idAt(position: number): string {
    if (position >= this.size) throw new Error(`There is no connection at position ${position}.`);
    return idOf(this.#sequence.at(position));
  }

  /** The list items of a page, each as JSON text: the record without its environment. */
  page(page: number, perPage: number): readonly string[] {
    const end = Math.min(this.size, (page + 1) * perPage);
    const items: string[] = [];
    for (let position = page * perPage; position < end; position++) {
      items.push(this.#item(this.#sequence.at(position)));
    }
    return items;
  }

  /**
   * Applies an accepted update: name, setup, ready, updated_at and fingerprint.
   * @returns the record as it is now; undefined if the id is unknown.
   */
  update(id: string, { name, setup }: Update): Connection | undefined {
    const before = this.get(id);
    if (before === undefined) return undefined;
    if (setup) this.#setups.set(id, setup);
    const filled = setup && Object.keys(setup).some((field) => field !== "type");
    const ready = filled === undefined ? before.ready : filled && this.choices.readyAfterSetup === "when-filled";
    return this.#write({ ...before, name: name ?? before.name, ready });
  }

  /** Changes a record as somebody else would. The time of the update and the fingerprint follow, unless given. */
  change(id: string, change: Change): Connection {
    return this.#write({ ...this.#existing(id), ...change }, change);
  }

  /** Removes a connection, as somebody else would. */
  remove(id: string): void {
    this.#existing(id);
    for (const map of [this.#written, this.#setups]) map.delete(id);
    this.#items.delete(this.#entryOf(id));
    this.#sequence.remove(this.#entryOf(id));
  }

  /** Adds a connection at the head of the list, as somebody else would. What is not given is made up. */
  insert(properties: Partial<Connection> = {}): Connection {
    const time = new Date(this.now()).toISOString();
    const record = {
      ...connectionAt(this.#nextInserted++, this.latest),
      created_at: time,
      updated_at: time,
      ...properties,
    };
    if (typeof this.#entryOf(record.id) === "number" || this.#written.has(record.id)) {
      throw new Error(`The id ${record.id} is taken.`);
    }
    this.#written.set(record.id, record);
    this.#sequence.insert(record.id);
    return record;
  }

  /** Catalogue connections are known by their index, all others by their id. */
  #entryOf(id: string): Entry {
    const index = indexOfId(id);
    return index !== undefined && index < this.count ? index : id;
  }

  #catalogued(index: number): Connection {
    const record = connectionAt(index, this.latest);
    return this.#written.get(record.id) ?? record;
  }

  #existing(id: string): Connection {
    const record = this.get(id);
    if (record === undefined) throw new Error(`There is no connection ${id}.`);
    return record;
  }

  #write(record: Connection, given: Change = {}): Connection {
    this.#revision++;
    const time = Math.max(this.now(), Date.parse(record.updated_at) + 1);
    const written = { ...record, updated_at: given.updated_at ?? new Date(time).toISOString() };
    const content = [record.app_id, record.environment, record.name, this.#setups.get(record.id)];
    const hashed = this.choices.fingerprint === "content" ? content : [...content, record.id, this.#revision];
    written.fingerprint = given.fingerprint ?? createHash("sha1").update(JSON.stringify(hashed)).digest("hex");
    this.#written.set(record.id, written);
    this.#items.delete(this.#entryOf(record.id));
    return written;
  }

  #item(entry: Entry): string {
    const known = this.#items.get(entry);
    if (known !== undefined) return known;
    const record = typeof entry === "string" ? this.#existing(entry) : this.#catalogued(entry);
    const text = JSON.stringify({ ...record, environment: undefined });
    this.#items.set(entry, text);
    return text;
  }
}

function idOf(entry: Entry): string {
  return typeof entry === "string" ? entry : connectionAt(entry).id;
}
