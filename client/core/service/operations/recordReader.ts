/** The interface has no request for a single record. Only this file knows that it's looked for in the list. */

import { isObject } from "../../text/json.js";
import { memoize } from "../../text/memoize.js";
import { systemClock, type CallOptions, type Clock } from "../calls/wait.js";
import { describePart, endsList, itemsOn, PAGE_SIZE, LAST_PAGE, type Page } from "./listPages.js";
import type { ConnectionRecord } from "./records.js";

const SEARCHED_PAGES = 50;

/** After an update, some services list the former state for seconds. */
export const BEHIND_MS = 3000;

export interface FindOptions extends CallOptions {
  /** Whether to search everything, however long that takes, rather than the first 5,000 records. */
  readonly searchesAll?: boolean | undefined;
  /** Called with the number of pages that were read. */
  readonly onProgress?: ((pages: number) => void) | undefined;
}

export type FoundRecord =
  | { readonly found: true; readonly record: ConnectionRecord }
  /**
   * With `searchedAll`, the whole list was read without changing, so the tenant has no such record. `part`: the list ended
   * before its total, such as "50 of 120".
   */
  | { readonly found: false; readonly searchedAll: boolean; readonly part?: string | undefined };

export interface RecordReader {
  /** Reads one record. @throws ServiceError */
  recordOf(id: string, options?: FindOptions): Promise<FoundRecord>;
  /** Waits until a service that was behind may have caught up, or `signal` aborts. Of a cached list, there's one later one. */
  later(
    options: Pick<CallOptions, "signal"> & { readonly clock?: Pick<Clock, "sleep"> | undefined },
  ): Promise<RecordReader>;
}

/** @param page counted from 0. */
type ListPage = (page: number, options?: CallOptions) => Promise<Page>;

/** Reads each page of the list once, unless that fails. */
export interface CachedList extends RecordReader {
  readonly listPage: ListPage;
}

export interface ListReader extends CachedList {
  cached(): CachedList;
}

/** The page where each connection was last seen, by ID. */
type Places = Map<string, number>;

/** Where connections were last seen. They move, so it's only where a search begins. */
export class RecordPlaces {
  /** The places of a tenant, by its origin. */
  readonly of = memoize((_origin: string): Places => new Map());

  /** What to store with anything about a connection, so that it's found at once after a restart. */
  toStored({ origin, id }: { readonly origin: string; readonly id: string }): { readonly page?: number } {
    const page = this.of(origin).get(id);
    return page === undefined ? {} : { page };
  }

  /** @param stored what has the properties of `toStored`. Earlier versions stored the same. */
  readStored({ origin, id }: { readonly origin: string; readonly id: string }, stored: unknown): void {
    const page = isObject(stored) ? stored["page"] : undefined;
    if (typeof page === "number" && Number.isInteger(page)) this.of(origin).set(id, page);
  }
}

/** Adds reading of records to a list. @param places where they were seen, which each page that's read updates. */
export function createListReader(readPage: ListPage, places: Places = new Map()): ListReader {
  const listPage: ListPage = async (number, options) => {
    const page = await readPage(number, options);
    for (const { id } of page.records) places.set(id, number);
    return page;
  };
  const reader: ListReader = {
    listPage,
    recordOf: (id, options) => findRecord(listPage, id, places.get(id), options),
    later: (options) => pause(options).then(() => reader),
    cached: () => createCachedList(listPage, places),
  };
  return reader;
}

function createCachedList(readPage: ListPage, places: Places): CachedList {
  const pages = new Map<number, Promise<Page>>();
  let later: Promise<RecordReader> | undefined;
  const listPage: ListPage = (number, options) => {
    const known = pages.get(number);
    if (known) return known;
    const page = readPage(number, options);
    pages.set(number, page);
    page.catch(() => pages.delete(number));
    return page;
  };
  return {
    listPage,
    recordOf: (id, options) => findRecord(listPage, id, places.get(id), options),
    later: (options) => (later ??= pause(options).then(() => createCachedList(readPage, places))),
  };
}

/** Resolves early if the signal aborts, so that the next read says so. */
function pause({ clock = systemClock, signal }: Parameters<RecordReader["later"]>[0]): Promise<void> {
  return clock.sleep(BEHIND_MS, signal).catch(() => undefined);
}

/**
 * Searches the page where a record was last seen and those next to it, and then the others from the start ("GET
 * {base_url}/flows/vault/connections").
 */
async function findRecord(
  listPage: ListPage,
  id: string,
  last: number | undefined,
  options: FindOptions = {},
): Promise<FoundRecord> {
  const { searchesAll = false, onProgress } = options;
  const ids = new Set<string>();
  const totals = new Set<number | undefined>();
  let [pages, records, dropped, end, isCutOff] = [0, 0, 0, LAST_PAGE + 1, false];
  for (const page of pagesFrom(last)) {
    if (page >= end) continue;
    if (pages === SEARCHED_PAGES && !searchesAll) return { found: false, searchedAll: false };
    const read = await listPage(page, options);
    const record = read.records.find((candidate) => candidate.id === id);
    if (record) return { found: true, record };
    pages++;
    records += read.records.length;
    dropped += read.droppedCount;
    totals.add(read.total);
    const known = ids.size;
    for (const other of read.records) ids.add(other.id);
    if (endsList(read, page, ids.size - known, ids.size + dropped)) end = Math.min(end, page + 1);
    // The list may continue beyond what the interface can page to.
    if (page === LAST_PAGE && itemsOn(read) >= PAGE_SIZE) isCutOff = true;
    onProgress?.(pages);
  }
  const [total, ...others] = totals;
  const hasMoved = records > ids.size || others.length > 0;
  const listed = ids.size + dropped;
  const isComplete = total === undefined || total === listed;
  const part =
    !hasMoved && !isCutOff && total !== undefined && listed < total ? describePart(listed, total) : undefined;
  return { found: false, searchedAll: !hasMoved && isComplete && !isCutOff, part };
}

function* pagesFrom(last: number | undefined): Iterable<number> {
  const near = last === undefined ? [] : [last, last - 1, last + 1].filter((page) => page >= 0 && page <= LAST_PAGE);
  yield* near;
  for (let page = 0; page <= LAST_PAGE; page++) if (!near.includes(page)) yield page;
}
