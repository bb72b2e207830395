import { setMaxListeners } from "node:events";
import { endsList, LARGEST_PAGE, LAST_PAGE, type Page } from "./page.js";
import type { ConnectionRecord } from "./records.js";

export interface Listing {
  /** Those that no page before had. */
  readonly records: readonly ConnectionRecord[];
  readonly page: number;
  /** How many different records there have been so far. */
  readonly loaded: number;
  readonly total: number | undefined;
}

export interface ListingEnd {
  /** `page-limit`: there may be more than the interface can give; `count`: as many pages as wanted have been read. */
  readonly reason: "end" | "page-limit" | "count";
  readonly loaded: number;
  readonly total: number | undefined;
  /** Items that aren't usable records. */
  readonly dropped: number;
}

/** Pages requested ahead, for each request at once. With fewer, a page that is late leaves connections idle. */
const PAGES_AHEAD = 4;

export type PageReader = (page: number, signal: AbortSignal) => Promise<Page>;

/**
 * Reads a list in order, each record once. Pages that the total promises are requested ahead, but only a page that is
 * short, empty, the last one or has nothing new ends the list. Ending the iteration early abandons the requests.
 * @param concurrency how many requests are made at once.
 * @param count how many pages are read at most.
 */
export async function* listAll(
  readPage: PageReader,
  concurrency: number,
  signal?: AbortSignal,
  count = LAST_PAGE + 1,
): AsyncGenerator<Listing, ListingEnd, undefined> {
  const abandon = new AbortController();
  // Each request in progress listens; more than ten are no leak here.
  setMaxListeners(0, abandon.signal);
  // What is beyond a page that failed is of no use.
  let last = count;
  const stop = () => {
    last = 0;
    abandon.abort();
  };
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  const seen = new Set<string>();
  const ahead: Promise<Page>[] = [];
  let [requested, wanted, inProgress, expected, dropped] = [0, 1, 0, 1, 0];
  const request = () => {
    while (requested < Math.min(wanted, last) && inProgress < concurrency) {
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
  try {
    for (let page = 0; ; page++) {
      wanted = Math.min(Math.max(expected, page + 1), page + PAGES_AHEAD * concurrency, count);
      request();
      const read = await (ahead.shift() ?? readPage(page, abandon.signal));
      total = read.total ?? total;
      expected = Math.ceil((total ?? 0) / LARGEST_PAGE);
      dropped += read.droppedCount;
      const records = unseen(read.records, seen);
      yield { records, page, loaded: seen.size, total };
      const full = read.records.length + read.droppedCount >= LARGEST_PAGE;
      if (endsList(read, page, records.length)) {
        return { reason: full && records.length > 0 ? "page-limit" : "end", loaded: seen.size, total, dropped };
      }
      if (page + 1 >= count) return { reason: "count", loaded: seen.size, total, dropped };
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
}

/** Adds the ids to `seen`. Usually all records are new, and no list is made. */
function unseen(records: readonly ConnectionRecord[], seen: Set<string>): readonly ConnectionRecord[] {
  let fresh: ConnectionRecord[] | undefined;
  let index = 0;
  for (const record of records) {
    const known = seen.size;
    seen.add(record.id);
    if (seen.size === known) fresh ??= records.slice(0, index);
    else fresh?.push(record);
    index++;
  }
  return fresh ?? records;
}
