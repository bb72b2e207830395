import { isDeepStrictEqual } from "node:util";
import { parseTimestamp, millisecondsOf, formatTimestamp } from "./timestamp.js";
import { isProper, share, toRecord, type ConnectionRecord } from "./records.js";

/**
 * A record for lists of a hundred thousand. Its three timestamps are kept as small
 * integers and written out as text when they are asked for; a text of 24
 * characters would take 40 bytes each. As JSON it is the plain record.
 */
export class CompactRecord implements ConnectionRecord {
  readonly id: string;
  readonly app_id: string;
  readonly name: string;
  readonly ready: boolean;
  readonly fingerprint: string;
  readonly #created: number;
  readonly #updated: number;
  readonly #refreshed: number | undefined;
  /** The milliseconds of all three in one number, in this order: the created in the units, the updated in the thousands. */
  readonly #milliseconds: number;
  // Optional properties are there only if they have a value, as in the plain record.
  declare readonly account_name?: string;
  declare readonly environment?: string;

  /** The timestamps are given in seconds, as `parseTimestamp` reads them. */
  constructor(record: ConnectionRecord, created: number, updated: number, refreshed: number | undefined) {
    this.id = record.id;
    this.app_id = share(record.app_id);
    this.name = record.name;
    this.ready = record.ready;
    this.fingerprint = record.fingerprint;
    this.#created = created;
    this.#updated = updated;
    this.#refreshed = refreshed;
    this.#milliseconds =
      millisecondsOf(record.created_at) +
      1000 * millisecondsOf(record.updated_at) +
      1_000_000 * millisecondsOf(record.refreshed_at);
    if (record.account_name !== undefined) this.account_name = record.account_name;
    if (record.environment !== undefined) this.environment = share(record.environment);
  }

  get created_at(): string {
    return formatTimestamp(this.#created, this.#milliseconds % 1000);
  }

  get updated_at(): string {
    return formatTimestamp(this.#updated, Math.floor(this.#milliseconds / 1000) % 1000);
  }

  get refreshed_at(): string | undefined {
    return this.#refreshed === undefined
      ? undefined
      : formatTimestamp(this.#refreshed, Math.floor(this.#milliseconds / 1_000_000));
  }

  /** Whether another record says the same. Timestamps are compared as numbers: writing them out takes most of the time. */
  equals(other: CompactRecord): boolean {
    return (
      this.id === other.id &&
      this.app_id === other.app_id &&
      this.name === other.name &&
      this.ready === other.ready &&
      this.fingerprint === other.fingerprint &&
      this.account_name === other.account_name &&
      this.environment === other.environment &&
      this.#created === other.#created &&
      this.#updated === other.#updated &&
      this.#refreshed === other.#refreshed &&
      this.#milliseconds === other.#milliseconds
    );
  }

  /** Every field, in the order of the interface document. */
  toJSON(): ConnectionRecord {
    const { id, app_id, environment, name, account_name, ready, created_at, updated_at, refreshed_at, fingerprint } =
      this;
    return {
      id,
      app_id,
      ...(environment !== undefined && { environment }),
      name,
      ...(account_name !== undefined && { account_name }),
      ready,
      created_at,
      updated_at,
      ...(refreshed_at !== undefined && { refreshed_at }),
      fingerprint,
    };
  }
}

/**
 * Reads one record of a page into as little space as possible. Nearly all are as
 * the document describes them, and are copied from the reply at once; what is odd
 * about the others is for `toRecord` to find.
 * @returns undefined where there is no id to know the record by.
 */
export function readRecord(value: unknown): ConnectionRecord | undefined {
  const usual = isProper(value) ? compact(value) : undefined;
  if (usual) return usual;
  const record = toRecord(value);
  return record && compactRecord(record);
}

/** The same record in less space; the very record where its timestamps are not written the usual way. */
export function compactRecord(record: ConnectionRecord): ConnectionRecord {
  return (record.missing === undefined ? compact(record) : undefined) ?? record;
}

/** @returns undefined where the record's timestamps are not written the usual way. */
function compact(record: ConnectionRecord): CompactRecord | undefined {
  const created = parseTimestamp(record.created_at);
  const updated = parseTimestamp(record.updated_at);
  const refreshed = record.refreshed_at === undefined ? undefined : parseTimestamp(record.refreshed_at);
  const usual =
    created !== undefined && updated !== undefined && (refreshed === undefined) === (record.refreshed_at === undefined);
  return usual ? new CompactRecord(record, created, updated, refreshed) : undefined;
}

/** The same record as an object of its fields alone, which can be taken apart. */
export function toPlainRecord(record: ConnectionRecord): ConnectionRecord {
  return record instanceof CompactRecord ? record.toJSON() : record;
}

/** Whether two records say the same, field by field. */
export function isSameRecord(one: ConnectionRecord, other: ConnectionRecord): boolean {
  if (one instanceof CompactRecord && other instanceof CompactRecord) return one.equals(other);
  return isDeepStrictEqual(toPlainRecord(one), toPlainRecord(other));
}
