import * as l10n from "@vscode/l10n";
import { serviceError } from "../errors/errors.js";
import { isObject, parseJson } from "../../text/json.js";
import { FAILURE_NAME, readFailure, saysFailure } from "../calls/serviceMessage.js";
import type { Redactor } from "../redaction/redact.js";
import type { Reply, ServiceRequest } from "../transport/transport.js";
import { readRecord, type ConnectionRecord } from "./records.js";

/** Relative to the base URL. An update appends the id ("Endpoints"). */
export const CONNECTIONS_PATH = "/flows/vault/connections";

/** Counted from 0 ("GET … query parameters"). */
export const LAST_PAGE = 1000;
/** In records ("GET … query parameters"). */
export const PAGE_SIZE = 100;

export interface Page {
  readonly records: readonly ConnectionRecord[];
  /** For display only; undefined if unknown. */
  readonly total: number | undefined;
  /** Number of items that aren't usable records. */
  readonly droppedCount: number;
  /** Whether the page is as long as was asked for, and isn't the last that can be asked for. */
  readonly more: boolean;
}

/** See "GET … query parameters". @param page counted from 0. */
export function pageRequest(base: URL, page: number): ServiceRequest {
  const query = `?page=${page}&per_page=${PAGE_SIZE}&include_totals=true`;
  return { operation: "list", method: "GET", path: base.pathname + CONNECTIONS_PATH + query };
}

/** @throws ServiceError if the reply isn't a list. */
export function readPageReply(reply: Reply, page: number, base: URL, redactor: Redactor): Page {
  const failure = { operation: "list", host: base.host, sent: "no" } as const;
  const body = parseJson(reply.body);
  if (body === undefined) throw serviceError({ kind: "not-json" }, failure);
  const read = readPage(body, page);
  if (!read) throw serviceError({ kind: "unexpected-shape", serviceMessage: readFailure(reply, redactor) }, failure);
  return read;
}

/**
 * Reads an array, or an object that contains one ("GET …", Response 200): the one of objects with an id, or the only one.
 * @returns undefined if there's neither, or nothing in it is a record.
 */
export function readPage(body: unknown, page: number): Page | undefined {
  const top = isObject(body) ? Object.entries(body) : [];
  const named = [...top, ...top.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []))];
  const total = findTotal(named);
  const arrays = named.flatMap(([name, value]): readonly unknown[][] =>
    Array.isArray(value) && !FAILURE_NAME.test(name) ? [value] : [],
  );
  const withIds = arrays.find((items) => items.some((item) => isObject(item) && "id" in item));
  // After a full last page, all lists may be empty.
  const isEmpty = total === 0 || (page > 0 && arrays.some(({ length }) => length === 0));
  const items = Array.isArray(body) ? body : (withIds ?? (arrays.length === 1 ? arrays[0] : isEmpty ? [] : undefined));
  if (!items) return undefined;
  if (withIds === undefined && top.some(saysFailure)) return undefined;
  const records = items.map(readRecord).filter((record) => record !== undefined);
  // What has no usable record isn't a list of connections, and an empty list would look as if there were none.
  if (page === 0 && items.length > 0 && records.length === 0) return undefined;
  const more = items.length >= PAGE_SIZE && page < LAST_PAGE;
  return { records, total, droppedCount: items.length - records.length, more };
}

/**
 * Whether a page is the last one or has nothing new. A page of unusable items only ends the list if it's page 0,
 * because they may be new. A short page is the last one unless the total says that there's more, because some services
 * limit pages to less than was asked for.
 * @param fresh number of records that weren't on earlier pages.
 * @param loaded number of distinct records and unusable items so far.
 */
export function endsList(read: Page, page: number, fresh: number, loaded: number): boolean {
  const { records, total = 0, more } = read;
  const isShort = itemsOn(read) > 0 && page < LAST_PAGE && loaded < total;
  return (!more && !isShort) || (fresh === 0 && (records.length > 0 || page === 0));
}

/** @returns the number of records and unusable items. */
export function itemsOn({ records, droppedCount }: Page): number {
  return records.length + droppedCount;
}

/** Names that a total may have, the most likely first. */
const TOTAL_NAMES = [/^total$/, /total/, /count/];

/** Returns the integer, possibly written as a string, whose name is the most likely for a total. */
function findTotal(named: readonly [string, unknown][]): number | undefined {
  const totals = named.flatMap(([name, value]) => {
    const total = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    const plain = name.toLowerCase().replaceAll(/[^a-z]/g, "");
    const isTotal = typeof total === "number" && Number.isSafeInteger(total) && total >= 0 && !plain.includes("page");
    return isTotal ? [{ plain, total }] : [];
  });
  return TOTAL_NAMES.flatMap((pattern) => totals.filter(({ plain }) => pattern.test(plain)))[0]?.total;
}

export interface Listing {
  /** Records that weren't on earlier pages. */
  readonly records: readonly ConnectionRecord[];
  readonly page: number;
  /** Number of distinct records so far. */
  readonly loaded: number;
  readonly total: number | undefined;
  /** Number of unusable items so far. */
  readonly dropped: number;
  /**
   * Only in the last listing. `short`: the list ended before its total; `page-limit`: there may be more records than the
   * interface can return; `count`: the requested number of pages was read.
   */
  readonly end: "end" | "short" | "page-limit" | "count" | undefined;
}

/** Pages to request ahead, per concurrent request. With fewer, one slow page leaves connections idle. */
const PAGES_AHEAD = 4;

/** @returns "50 of 120" if the list ended before its total; otherwise undefined. */
export function partListed(last: Listing | undefined): string | undefined {
  return last?.end === "short" ? describePart(last.loaded + last.dropped, last.total ?? 0) : undefined;
}

/** Such as "50 of 120". */
export function describePart(some: number, all: number): string {
  return l10n.t("{0} of {1}", some, all);
}

export type PageReader = (page: number, signal: AbortSignal) => Promise<Page>;

/**
 * Reads a list in order, each record once. Requests pages ahead based on the total, but ends only at a page that's
 * empty, the last one or without new records, or at a short one that reaches the total. Ending the iteration early aborts the requests.
 * @param concurrency number of concurrent requests; 1 requests no pages ahead.
 * @param range `first`: the page to start with; `count`: maximum number of pages; `seen`: ids of records on earlier
 *   pages, which are skipped; `unusable`: number of unusable items on them.
 */
export async function* listAll(
  readPage: PageReader,
  concurrency: number,
  signal?: AbortSignal,
  range: {
    readonly first?: number;
    readonly count?: number | undefined;
    readonly seen?: Set<string>;
    readonly unusable?: number;
  } = {},
): AsyncGenerator<Listing, void, undefined> {
  const { first = 0, count = LAST_PAGE + 1, seen = new Set(), unusable = 0 } = range;
  const reach = concurrency === 1 ? 1 : PAGES_AHEAD * concurrency;
  const abandon = new AbortController();
  const abandoned = signal ? AbortSignal.any([signal, abandon.signal]) : abandon.signal;
  // Pages after a failed one aren't requested.
  let last = first + count;
  const ahead: Promise<Page>[] = [];
  let [requested, needed, inProgress, expected, dropped] = [first, first + 1, 0, 0, unusable];
  let largest = 1;
  const request = () => {
    while (!abandoned.aborted && requested < Math.min(needed, last) && inProgress < concurrency) {
      inProgress++;
      const page = requested++;
      const read = readPage(page, abandoned);
      ahead.push(read);
      // If it fails before its turn, the loop throws the error later.
      read.then(ended, () => {
        last = Math.min(last, page);
        ended();
      });
    }
  };
  const ended = () => {
    inProgress--;
    request();
  };
  let total: number | undefined;
  let end: Listing["end"];
  try {
    for (let page = first; end === undefined; page++) {
      needed = Math.min(Math.max(expected, page + 1), page + reach);
      request();
      const read = await (ahead.shift() ?? readPage(page, abandoned));
      total = read.total ?? total;
      largest = Math.max(largest, itemsOn(read));
      expected = Math.ceil((total ?? 0) / largest);
      dropped += read.droppedCount;
      const records = read.records.filter(({ id }) => seen.size < seen.add(id).size);
      const loaded = seen.size + dropped;
      const isCutOff = itemsOn(read) >= PAGE_SIZE && records.length > 0;
      if (endsList({ ...read, total }, page, records.length, loaded))
        end = isCutOff ? "page-limit" : loaded < (total ?? 0) ? "short" : "end";
      else if (page + 1 >= first + count) end = "count";
      yield { records, page, loaded: seen.size, total, dropped, end };
    }
  } finally {
    abandon.abort();
  }
}
