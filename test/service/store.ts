import { createHash } from "node:crypto";
import type { Connection } from "../../schemas/generated/connection.js";
import { connectionAt, idAt, LATEST_CHANGE } from "./catalogue.js";

/** A JSON object, such as a setup. */
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What the interface document leaves open. A client that depends on one of
 * these is wrong; tests vary them. They may be changed while the service runs.
 */
export interface Choices {
  /** How a list wraps its records where totals are asked for: two properties, and how far the total is from the truth. */
  totals: { readonly records: string; readonly total: string; readonly error?: number | undefined };
  /** Whether an update that changes nothing changes the fingerprint (`revision`) or not (`content`). */
  fingerprint: "revision" | "content";
  /** The audience a client's assertion has to name; undefined for the token endpoint's own address (RFC 7523, section 3). */
  assertionAudience: string | undefined;
}

/** The choices of a service that wasn't told otherwise. */
export const DEFAULT_CHOICES: Readonly<Choices> = {
  totals: { records: "connections", total: "total" },
  fingerprint: "revision",
  assertionAudience: undefined,
};

/** What an accepted update asks for ("Update request body"). */
export interface Update {
  readonly name?: string;
  readonly setup?: JsonObject;
}

/** What someone else may change about a connection. */
export type Change = Partial<Omit<Connection, "id">>;

/** Inserted connections take what isn't given from far beyond any catalogue that is listed. */
const FIRST_INSERTED = 10_000_000;

/** The connections of one tenant and all that happens to them. Records of the catalogue are made when they are asked for. */
export class ConnectionStore {
  /** In the order of the list. */
  #ids: readonly string[];
  /** The records, those of the catalogue by their index. */
  readonly #records: Map<string, Connection | number>;
  readonly #setups = new Map<string, JsonObject>();
  /** List items as JSON text. A listing of everything is mostly the writing of these. */
  readonly #items = new Map<string, string>();
  #nextInserted = FIRST_INSERTED;
  #revision = 0;

  /**
   * @param count how many connections of the catalogue exist at first.
   * @param choices read at every use, so they may change at any time.
   * @param now the present, in milliseconds since the epoch.
   * @param latest when the last record of the catalogue was changed, in the same.
   */
  constructor(
    count: number,
    private readonly choices: Choices,
    private readonly now: () => number,
    private readonly latest = LATEST_CHANGE,
  ) {
    this.#ids = Array.from({ length: count }, (_, index) => idAt(index));
    this.#records = new Map(this.#ids.map((id, index) => [id, index]));
  }

  /** How many connections exist now. */
  get size(): number {
    return this.#ids.length;
  }

  /** The record with this id as the service holds it; undefined if there is none. */
  get(id: string): Connection | undefined {
    const record = this.#records.get(id);
    return typeof record === "number" ? connectionAt(record, this.latest) : record;
  }

  /** The setup an update stored; undefined if there was none. No reply ever carries it. */
  setupOf(id: string): JsonObject | undefined {
    return this.#setups.get(id);
  }

  /** The id of the record at a position of the list, 0 first. */
  idAt(position: number): string {
    const id = this.#ids[position];
    if (id === undefined) throw new Error(`There is no connection at position ${position}.`);
    return id;
  }

  /** The list items of a page, each as JSON text: the record without its environment. */
  page(page: number, perPage: number): readonly string[] {
    return this.#ids.slice(page * perPage, (page + 1) * perPage).map((id) => this.#item(id));
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
    return this.#write({ ...before, name: name ?? before.name, ready });
  }

  /** Changes a record as someone else would. The time of the update and the fingerprint follow, unless given. */
  change(id: string, change: Change): Connection {
    return this.#write({ ...this.#existing(id), ...change }, change);
  }

  /** Removes a connection, as someone else would. */
  remove(id: string): void {
    this.#existing(id);
    for (const map of [this.#records, this.#setups, this.#items]) map.delete(id);
    this.#ids = this.#ids.filter((other) => other !== id);
  }

  /** Adds a connection at the head of the list, as someone else would. What isn't given is made up. */
  insert(properties: Change = {}): Connection {
    const time = new Date(this.now()).toISOString();
    const made = connectionAt(this.#nextInserted++, this.latest);
    const record = { ...made, created_at: time, updated_at: time, ...properties };
    this.#records.set(record.id, record);
    this.#ids = [record.id, ...this.#ids];
    return record;
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
    this.#records.set(record.id, written);
    this.#items.delete(record.id);
    return written;
  }

  #item(id: string): string {
    const text = this.#items.get(id) ?? JSON.stringify({ ...this.#existing(id), environment: undefined });
    this.#items.set(id, text);
    return text;
  }
}
