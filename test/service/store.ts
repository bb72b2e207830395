import { createHash } from "node:crypto";
import type { Connection } from "../../schemas/generated/connection.js";
import { connectionAt } from "./catalogue.js";

/** A JSON object, such as a setup. */
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What the interface document leaves open. A client that depends on one of
 * these is wrong; tests vary them. They may be changed while the service runs.
 */
export interface Choices {
  /** How far the total of a list is from the truth; undefined where it isn't told. */
  totalError: number | undefined;
  /** How many records a page has at most; as many as asked for if not given. */
  pageLimit?: number;
  /** Whether an update that changes nothing changes the fingerprint (`revision`) or not (`content`). */
  fingerprint: "revision" | "content";
}

/** What an accepted update asks for ("Update request body"). */
export interface Update {
  readonly name?: string;
  readonly setup?: JsonObject;
}

/** What someone else may change about a connection. */
export type Change = Partial<Omit<Connection, "id">>;

/** Inserted connections take what isn't given from far beyond any catalogue that is listed. */
const FIRST_INSERTED = 10_000_000;

/** The connections of one tenant and all that happens to them. */
export class ConnectionStore {
  /** In the order of the list. Each change makes a new record. */
  readonly #records: Connection[];
  readonly #setups = new Map<string, JsonObject>();
  #nextInserted = FIRST_INSERTED;

  /**
   * @param count how many connections of the catalogue exist at first.
   * @param choices read at every use, so they may change at any time.
   * @param latest when the last record of the catalogue was changed, in milliseconds since the epoch.
   */
  constructor(
    count: number,
    private readonly choices: Choices,
    latest: number | undefined,
  ) {
    this.#records = Array.from({ length: count }, (_, index) => connectionAt(index, latest));
  }

  /** How many connections exist now. */
  get size(): number {
    return this.#records.length;
  }

  /** The record with this id as the service holds it; undefined if there is none. */
  get(id: string): Connection | undefined {
    return this.#records.find((record) => record.id === id);
  }

  /** The setup an update stored; undefined if there was none. No reply ever carries it. */
  setupOf(id: string): JsonObject | undefined {
    return this.#setups.get(id);
  }

  /** The id of the record at a position of the list, 0 first. */
  idAt(position: number): string {
    const record = this.#records[position];
    if (record === undefined) throw new Error(`There is no connection at position ${position}.`);
    return record.id;
  }

  /** The records of a page of the list. */
  page(page: number, perPage: number): readonly Connection[] {
    return this.#records.slice(page * perPage, (page + 1) * perPage);
  }

  /**
   * Applies an accepted update: name, setup, ready, updated_at and fingerprint.
   * @returns the record as it is now; undefined if the id is unknown.
   */
  update(id: string, { name, setup }: Update): Connection | undefined {
    const before = this.get(id);
    if (before === undefined) return undefined;
    if (setup) this.#setups.set(id, setup);
    // What makes a connection ready isn't documented. Here it's a setup that has a field besides its type.
    const ready = setup ? Object.keys(setup).some((field) => field !== "type") : before.ready;
    return this.change(id, { name: name ?? before.name, ready });
  }

  /** Changes a record as someone else would. The time of the update and the fingerprint follow, unless given. */
  change(id: string, change: Change): Connection {
    const before = this.#existing(id);
    const record = { ...before, ...change };
    const time = new Date(Math.max(Date.now(), Date.parse(record.updated_at) + 1)).toISOString();
    const content = JSON.stringify([record.name, this.#setups.get(id)]);
    const hashed = this.choices.fingerprint === "content" ? content : content + time;
    const fingerprint = createHash("sha1").update(hashed).digest("hex");
    const after = { ...record, updated_at: time, fingerprint, ...change };
    this.#records[this.#records.indexOf(before)] = after;
    return after;
  }

  /** Removes a connection, as someone else would. */
  remove(id: string): void {
    this.#records.splice(this.#records.indexOf(this.#existing(id)), 1);
  }

  /** Adds a connection at the head of the list, as someone else would. What isn't given is made up. */
  insert(properties: Partial<Connection> = {}): Connection {
    const time = new Date().toISOString();
    const record = { ...connectionAt(this.#nextInserted++), created_at: time, updated_at: time, ...properties };
    this.#records.unshift(record);
    return record;
  }

  #existing(id: string): Connection {
    const record = this.get(id);
    if (record === undefined) throw new Error(`There is no connection ${id}.`);
    return record;
  }
}
