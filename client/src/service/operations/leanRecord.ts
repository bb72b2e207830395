import { isDeepStrictEqual } from "node:util";
import { secondsIn, thousandthsIn, written } from "./moment.js";
import { isProper, share, toRecord, type ConnectionRecord } from "./records.js";

/**
 * A record for lists of a hundred thousand. Its three moments are kept as small
 * integers and written out as text when they are asked for; a text of 24
 * characters would take 40 bytes each. As JSON it is the plain record.
 */
export class LeanRecord implements ConnectionRecord {
  readonly id: string;
  readonly app_id: string;
  readonly name: string;
  readonly ready: boolean;
  readonly fingerprint: string;
  readonly #created: number;
  readonly #updated: number;
  readonly #refreshed: number | undefined;
  /** The thousandths of all three in one number, in this order: the created in the units, the updated in the thousands. */
  readonly #thousandths: number;
  // Optional properties are there only if they have a value, as in the plain record.
  declare readonly account_name?: string;
  declare readonly environment?: string;

  /** The moments are given in seconds, as `secondsIn` reads them. */
  constructor(record: ConnectionRecord, created: number, updated: number, refreshed: number | undefined) {
    this.id = record.id;
    this.app_id = share(record.app_id);
    this.name = record.name;
    this.ready = record.ready;
    this.fingerprint = record.fingerprint;
    this.#created = created;
    this.#updated = updated;
    this.#refreshed = refreshed;
    this.#thousandths =
      thousandthsIn(record.created_at) +
      1000 * thousandthsIn(record.updated_at) +
      1_000_000 * thousandthsIn(record.refreshed_at);
    if (record.account_name !== undefined) this.account_name = record.account_name;
    if (record.environment !== undefined) this.environment = share(record.environment);
  }

  get created_at(): string {
    return written(this.#created, this.#thousandths % 1000);
  }

  get updated_at(): string {
    return written(this.#updated, Math.floor(this.#thousandths / 1000) % 1000);
  }

  get refreshed_at(): string | undefined {
    return this.#refreshed === undefined
      ? undefined
      : written(this.#refreshed, Math.floor(this.#thousandths / 1_000_000));
  }

  /** Whether another record says the same. Moments are compared as numbers: writing them out takes most of the time. */
  equals(other: LeanRecord): boolean {
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
      this.#thousandths === other.#thousandths
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
  return record && leanRecord(record);
}

/** The same record in less space; the very record where its moments are not written the usual way. */
export function leanRecord(record: ConnectionRecord): ConnectionRecord {
  return (record.missing === undefined ? compact(record) : undefined) ?? record;
}

/** @returns undefined where the record's moments are not written the usual way. */
function compact(record: ConnectionRecord): LeanRecord | undefined {
  const created = secondsIn(record.created_at);
  const updated = secondsIn(record.updated_at);
  const refreshed = record.refreshed_at === undefined ? undefined : secondsIn(record.refreshed_at);
  const usual =
    created !== undefined && updated !== undefined && (refreshed === undefined) === (record.refreshed_at === undefined);
  return usual ? new LeanRecord(record, created, updated, refreshed) : undefined;
}

/** The same record as an object of its fields alone, which can be taken apart. */
export function plainRecord(record: ConnectionRecord): ConnectionRecord {
  return record instanceof LeanRecord ? record.toJSON() : record;
}

/** Whether two records say the same, field by field. */
export function isSameRecord(one: ConnectionRecord, other: ConnectionRecord): boolean {
  if (one instanceof LeanRecord && other instanceof LeanRecord) return one.equals(other);
  return isDeepStrictEqual(plainRecord(one), plainRecord(other));
}
