import { serviceError } from "../errors/errors.js";
import type { Redactor } from "../redaction/redact.js";
import { isObject, parseJson } from "../../text/json.js";
import type { Reply, ServiceRequest } from "../transport/transport.js";
import { readRecord, type ConnectionRecord } from "./records.js";

/** Below the base URL; an update adds the id ("Endpoints"). */
export const CONNECTIONS_PATH = "/flows/vault/connections";

/** Counted from 0 ("GET … query parameters"). */
export const LAST_PAGE = 1000;
/** In records, likewise. */
export const PAGE_SIZE = 100;

export interface Page {
  readonly records: readonly ConnectionRecord[];
  /** For display only; undefined if unknown. */
  readonly total: number | undefined;
  /** Items that aren't usable records. */
  readonly droppedCount: number;
  /** Whether a further page may have more. */
  readonly more: boolean;
}

/** See "GET … query parameters". @param page counted from 0. */
export function pageRequest(base: URL, page: number, redactor: Redactor): ServiceRequest {
  const query = `?page=${page}&per_page=${PAGE_SIZE}&include_totals=true`;
  return { operation: "list", method: "GET", path: base.pathname + CONNECTIONS_PATH + query, redactor };
}

/** @throws ServiceError if the reply isn't a list. */
export function readPageReply(reply: Reply, page: number, base: URL): Page {
  const failure = { operation: "list", host: base.host, sent: "no" } as const;
  const body = parseJson(reply.body);
  if (body === undefined) throw serviceError({ kind: "not-json" }, failure);
  const read = readPage(body, page);
  if (!read) throw serviceError({ kind: "unexpected-shape" }, failure);
  return read;
}

/** Reads an array, or an object of unknown names with one ("GET …", Response 200). @returns undefined for neither. */
export function readPage(body: unknown, page: number): Page | undefined {
  const named = entriesOfTwoLevels(body);
  const total = findTotal(named);
  const items = Array.isArray(body)
    ? body
    : (findRecords(named) ?? (total === 0 || (page > 0 && hasEmptyList(named)) ? [] : undefined));
  if (!items) return undefined;
  const records = items.flatMap((item) => readRecord(item) ?? []);
  const more = items.length >= PAGE_SIZE && page < LAST_PAGE;
  return { records, total, droppedCount: items.length - records.length, more };
}

/**
 * Whether a page is the last one or has nothing new. Unusable items may be new, so they end the list only on page 0.
 * @param fresh how many records no page before had.
 */
export function endsList({ records, more }: Page, page: number, fresh: number): boolean {
  return !more || (fresh === 0 && (records.length > 0 || page === 0));
}

/** The array of objects with an id, or else the only array. */
function findRecords(named: readonly [string, unknown][]): readonly unknown[] | undefined {
  const arrays = named.map(([, value]) => value).filter((value) => Array.isArray(value));
  return (
    arrays.find((items) => items.some((item) => isObject(item) && "id" in item)) ??
    (arrays.length === 1 ? arrays[0] : undefined)
  );
}

/** After the last full page there may be only empty lists, of which any can be that of the records. */
function hasEmptyList(named: readonly [string, unknown][]): boolean {
  return named.some(([, value]) => Array.isArray(value) && value.length === 0);
}

/** A whole number, possibly as a string, under the name that sounds most like the total of all records. */
function findTotal(named: readonly [string, unknown][]): number | undefined {
  let best: { readonly rank: number; readonly total: number } | undefined;
  for (const [name, value] of named) {
    const total = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof total !== "number" || !Number.isSafeInteger(total) || total < 0) continue;
    const rank = rankOfName(name);
    if (rank !== undefined && rank < (best?.rank ?? Infinity)) best = { rank, total };
  }
  return best?.total;
}

/** Lower sounds more like a total. */
function rankOfName(name: string): number | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (plain.includes("page")) return undefined;
  if (plain === "total") return 0;
  if (plain.includes("total")) return 1;
  return plain.includes("count") ? 2 : undefined;
}

/** Doesn't look into lists. */
function entriesOfTwoLevels(body: unknown): readonly [string, unknown][] {
  const top = isObject(body) ? Object.entries(body) : [];
  return [...top, ...top.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []))];
}

export interface Listing {
  /** Those that no page before had. */
  readonly records: readonly ConnectionRecord[];
  readonly page: number;
  /** How many different records there have been so far. */
  readonly loaded: number;
  readonly total: number | undefined;
  /** Items so far that aren't usable records. */
  readonly dropped: number;
  /**
   * Only the last one has it. `page-limit`: there may be more than the interface can give; `count`: as many pages as
   * needed have been read.
   */
  readonly end: "end" | "page-limit" | "count" | undefined;
}

/** Pages requested ahead, for each request at once. With fewer, a page that is late leaves connections idle. */
const PAGES_AHEAD = 4;

export type PageReader = (page: number, signal: AbortSignal) => Promise<Page>;

/**
 * Reads a list in order, each record once. Pages that the total promises are requested ahead, but only a page that is
 * short, empty, the last one or has nothing new ends the list. Ending the iteration early abandons the requests.
 * @param concurrency how many requests are made at once; with 1, none is made ahead.
 * @param range `first`: the page to begin with; `count`: how many pages are read at most; `seen`: the ids of records
 *   that pages before had.
 */
export async function* listAll(
  readPage: PageReader,
  concurrency: number,
  signal?: AbortSignal,
  range: { readonly first?: number; readonly count?: number | undefined; readonly seen?: Set<string> } = {},
): AsyncGenerator<Listing, void, undefined> {
  const { first = 0, count = LAST_PAGE + 1, seen = new Set() } = range;
  const reach = concurrency === 1 ? 1 : PAGES_AHEAD * concurrency;
  const abandon = new AbortController();
  // What is beyond a page that failed is of no use.
  let last = first + count;
  const stop = () => {
    last = 0;
    abandon.abort();
  };
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  const ahead: Promise<Page>[] = [];
  let [requested, needed, inProgress, expected, dropped] = [first, first + 1, 0, 0, 0];
  const request = () => {
    while (requested < Math.min(needed, last) && inProgress < concurrency) {
      inProgress++;
      const page = requested++;
      const read = readPage(page, abandon.signal);
      ahead.push(read);
      // It may fail before its turn; the error is thrown then.
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
      const read = await (ahead.shift() ?? readPage(page, abandon.signal));
      total = read.total ?? total;
      expected = Math.ceil((total ?? 0) / PAGE_SIZE);
      dropped += read.droppedCount;
      const records = read.records.filter(({ id }) => seen.size < seen.add(id).size);
      const full = read.records.length + read.droppedCount >= PAGE_SIZE;
      if (endsList(read, page, records.length)) end = full && records.length > 0 ? "page-limit" : "end";
      else if (page + 1 >= first + count) end = "count";
      yield { records, page, loaded: seen.size, total, dropped, end };
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
}
