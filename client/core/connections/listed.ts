import type { ConnectionRecord } from "../service/operations/records.js";
import { fold } from "../text/fold.js";
import { parseTime } from "../text/formatTime.js";

/** A setup file by the connection that it names. */
export interface NamedFile {
  /** A real path. */
  readonly path: string;
  readonly id: string;
  /** The tenant's host; undefined if the file has none. */
  readonly tenant: string | undefined;
  /** When it says that its credential ends (`full-date`). */
  readonly expires?: string | undefined;
}

/** Conditions that must all hold. Each that's undefined matches everything. */
export interface ListFilter {
  /** Part of the name, ID or application, ignoring case. */
  readonly query?: string | undefined;
  /** Parts of the name, ignoring case. One of them is enough. */
  readonly names?: readonly string[] | undefined;
  /** Ignoring case. One of them is enough. */
  readonly apps?: readonly string[] | undefined;
  readonly isNotReady?: boolean | undefined;
  /** In milliseconds since the epoch. Without a time of its last change, a connection doesn't match. */
  readonly unchangedSince?: number | undefined;
  readonly hasNoFile?: boolean | undefined;
}

/** A connection in a list, with its setup file. */
export interface Listed {
  readonly record: ConnectionRecord;
  /** The tenant's host. */
  readonly tenant: string;
  readonly file: NamedFile | undefined;
  /** When its credential ends (`full-date`), if someone asked. */
  readonly expires?: string | undefined;
}

/**
 * Finds the setup files of connections. A file without a tenant counts for each tenant.
 * @returns a function from a tenant's host and an ID to the first file. The earliest end that a file says counts.
 */
export function fileFinder(files: readonly NamedFile[]): (host: string, id: string) => NamedFile | undefined {
  const found = Map.groupBy(files, ({ tenant, id }) => `${tenant?.toLowerCase() ?? ""} ${id}`);
  return (host, id) => {
    const all = [...(found.get(`${host} ${id}`) ?? []), ...(found.get(` ${id}`) ?? [])];
    const [expires] = all.flatMap((file) => file.expires ?? []).sort();
    return all[0] && { ...all[0], expires };
  };
}

/** @param tenant its host. @returns the records of the tenant that match, in their order. */
export function listed(
  records: Iterable<ConnectionRecord>,
  tenant: string,
  fileOf: ReturnType<typeof fileFinder>,
  filter: ListFilter,
): readonly Listed[] {
  return [...records]
    .filter((record) => matches(record, filter))
    .map((record) => ({ record, tenant, file: fileOf(tenant, record.id) }))
    .filter(({ file }) => filter.hasNoFile !== true || !file);
}

/** Whether a record matches all conditions that need nothing but the record. */
export function matches(record: ConnectionRecord, filter: ListFilter): boolean {
  const { id, name, app_id: app, ready = false, updated_at: updated } = record;
  const { query = "", names = [""], apps = [app], unchangedSince = Infinity } = filter;
  return (
    [id, name, app].some((text) => isPart(query, text)) &&
    names.some((part) => isPart(part, name)) &&
    apps.some((one) => fold(one) === fold(app)) &&
    !(filter.isNotReady === true && ready) &&
    (unchangedSince === Infinity || (parseTime(updated) ?? Infinity) <= unchangedSince)
  );
}

function isPart(part: string, text: string): boolean {
  return fold(text).includes(fold(part));
}
