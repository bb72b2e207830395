import { setMaxListeners } from "node:events";
import { endsList, LARGEST_PAGE, LAST_PAGE, type Page } from "./page.js";
import type { ConnectionRecord } from "./records.js";

/** What has been read of a list so far. */
export interface Listing {
  /** The records of this page that no page before had. */
  readonly records: readonly ConnectionRecord[];
  readonly page: number;
  /** How many records there have been so far, each once. */
  readonly loaded: number;
  readonly total: number | undefined;
}

/** How a list ended. */
export interface ListingEnd {
  /** `page-limit`: there may be more than the interface can give; `count`: as many pages have been read as were wanted. */
  readonly reason: "end" | "page-limit" | "count";
  readonly loaded: number;
  readonly total: number | undefined;
  /** How many items were no records one could use. */
  readonly dropped: number;
}

/**
 * So many times as many pages as are requested at once may wait for the one whose turn it is. With as many as that, a page
 * that is late would leave connections idle; their times have to differ much before it takes more than this.
 */
const PAGES_AHEAD = 4;

/** Reads one page of `LARGEST_PAGE` records. */
export type PageReader = (page: number, signal: AbortSignal) => Promise<Page>;

/**
 * Reads a list from its start, page by page in order, each record once. Pages that
 * the total promises are requested ahead; what ends the list is a page that is short,
 * empty or has nothing new, or the last page there is, never the total.
 * Ending the iteration early abandons the requests in progress.
 * @param concurrency how many requests are made at once: the next as soon as one has ended, wherever the list is.
 * @param count how many pages are read at most; all there are if not given.
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
      // It may fail before anyone asks for it; its error is met when its turn comes.
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

/** The records whose ids are new among those seen, which they then are not any more. Mostly all of them, and then no list is made. */
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
