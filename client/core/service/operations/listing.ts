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
  /** Items so far that aren't usable records. */
  readonly dropped: number;
  /**
   * Only the last one has it. `page-limit`: there may be more than the interface can give; `count`: as many pages as
   * wanted have been read.
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
  // Each request in progress listens; more than ten are no leak here.
  setMaxListeners(0, abandon.signal);
  // What is beyond a page that failed is of no use.
  let last = first + count;
  const stop = () => {
    last = 0;
    abandon.abort();
  };
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  const ahead: Promise<Page>[] = [];
  let [requested, wanted, inProgress, expected, dropped] = [first, first + 1, 0, 0, 0];
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
  let end: Listing["end"];
  try {
    for (let page = first; end === undefined; page++) {
      wanted = Math.min(Math.max(expected, page + 1), page + reach);
      request();
      const read = await (ahead.shift() ?? readPage(page, abandon.signal));
      total = read.total ?? total;
      expected = Math.ceil((total ?? 0) / LARGEST_PAGE);
      dropped += read.droppedCount;
      const records = read.records.filter(({ id }) => seen.size < seen.add(id).size);
      const full = read.records.length + read.droppedCount >= LARGEST_PAGE;
      if (endsList(read, page, records.length)) end = full && records.length > 0 ? "page-limit" : "end";
      else if (page + 1 >= first + count) end = "count";
      yield { records, page, loaded: seen.size, total, dropped, end };
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
}
