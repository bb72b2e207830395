import { EventEmitter } from "node:events";
import type { CallOptions } from "../service/calls/wait.js";
import { listAll, type ListingEnd } from "../service/operations/listing.js";
import { endsList, LAST_PAGE, LARGEST_PAGE, type Page } from "../service/operations/page.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { CONNECTIONS } from "../service/transport/dispatcher.js";
import { RecordList, UNCHANGED, type ListChange, type Order } from "./recordList.js";
import { EMPTY, type FillOptions, type LoadAllOptions, type ReadPage, type Snapshot } from "./snapshot.js";

/** The reason of a signal that a person aborted, who is told that the load did not succeed. */
const STOPPED = Symbol("stopped");
/** The reason of a signal that is aborted rather than wait: what has been read stays, and nobody is told. */
const PAUSED = Symbol("paused");

/** So many pages are loaded without anyone asking for them: 1,000 connections. */
const PAGES_FILLED = 10;

/**
 * The connections of one tenant as far as they have been loaded. Rows are replaced only when better ones have arrived: a
 * failed or abandoned load leaves them as they were.
 */
export class ConnectionStore {
  readonly #readPage: ReadPage;
  readonly #events = new EventEmitter<{ change: [ListChange] }>();
  #list = new RecordList();
  #snapshot = EMPTY;
  #pagesLoaded = 0;
  /** So many are loaded once a page that was asked for has come. */
  #pagesWanted = 0;
  #loadingMore: Promise<void> | undefined;
  /** What updates returned while a load was in progress, whose pages may be older. */
  readonly #applied = new Map<string, ConnectionRecord>();
  /** The failure of another request that was taken note of last. */
  #told: unknown;
  #abort: AbortController | undefined;
  #running: Promise<void> | undefined;
  /** The latest refresh, in progress where it is the running load. */
  #refreshing: Promise<void> | undefined;
  /** Whether an update was applied since rows were last read from the start. */
  #outdated = false;

  constructor(readPage: ReadPage) {
    this.#readPage = readPage;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** Calls back after each change of the snapshot with what it changed. @returns what ends that. */
  onDidChange(listener: (change: ListChange) => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  /** Reads the first page, unless something was read or is being read already. */
  async load(): Promise<void> {
    if (this.#running) return this.#running;
    if (this.#snapshot.loadedAt === undefined) await this.refresh();
  }

  /**
   * Reads again as many pages as are shown, several at a time, and one that is being loaded. Joins a refresh in progress,
   * and reads once more where an update was applied meanwhile. Any other load in progress is abandoned.
   */
  async refresh(): Promise<void> {
    if (this.#running && this.#running === this.#refreshing) {
      await this.#running;
      return this.#outdated ? this.refresh() : this.#refreshing;
    }
    const count = Math.max(this.#pagesLoaded, this.#pagesWanted, 1);
    this.#refreshing = this.#start((signal) => this.#readFirst(count, signal));
    return this.#refreshing;
  }

  /**
   * Reads on to the first 1,000 connections, page by page, where there are rows and nothing is in their way. The rows
   * change once, at the end, since whatever is drawn anew loses a click; what was read is kept when a page fails.
   */
  async fill({ goOn, onPause }: FillOptions): Promise<void> {
    const { loading, loadedAt, failure, more } = this.#snapshot;
    const count = PAGES_FILLED - this.#pagesLoaded;
    if (loading || loadedAt === undefined || failure !== undefined || !more || count <= 0) return;
    const abort = new AbortController();
    const onWait = (seconds: number) => {
      if (seconds <= 0 || abort.signal.aborted) return;
      onPause(seconds);
      abort.abort(PAUSED);
    };
    await this.#start((signal) => this.#readOn(count, signal, { goOn, onWait }), abort);
  }

  /**
   * Reads the next page, after a load that is in progress, unless that one brings it. Asking again meanwhile reads no
   * second one.
   */
  loadMore(): Promise<void> {
    this.#loadingMore ??= this.#readNext().finally(() => (this.#loadingMore = undefined));
    return this.#loadingMore;
  }

  /**
   * Reads everything there is, several pages at a time. The rows change once, at the end, since drawing them anew for each
   * page would cost more than reading it; what was read is kept when the person has seen enough.
   */
  async loadAll(options: LoadAllOptions): Promise<void> {
    await this.#start((signal) => this.#readFirst(LAST_PAGE + 1, signal, options));
  }

  /** Ends a load in progress because a person wants that. The rows stay, and so does why there are no more. */
  stop(): void {
    this.#abort?.abort(STOPPED);
  }

  /** Puts in place what an update returned, which shows too that updates are accepted again. */
  apply(record: ConnectionRecord): void {
    if (this.#running) this.#applied.set(record.id, record);
    this.#outdated = true;
    const { failure } = this.#snapshot;
    this.#set({ failure: failure === this.#told ? undefined : failure }, this.#list.replace(record));
  }

  /** Takes note of a failure that another request had, and that the next load would have too. */
  fail(failure: unknown): void {
    this.#told = failure;
    this.#set({ failure });
  }

  find(id: string): ConnectionRecord | undefined {
    return this.#list.find(id);
  }

  /** Every loaded record, sorted for display. @param language of the names, as a BCP 47 tag. */
  sorted(order: Order, language: string): readonly ConnectionRecord[] {
    return this.#list.sorted(order, language);
  }

  /**
   * On which page of the list a connection was when it was loaded, which is where to look for it first.
   * @returns counted from 0, of `LARGEST_PAGE` records; undefined where it was not loaded.
   */
  pageOf(id: string): number | undefined {
    const place = this.#list.placeOf(id);
    return place === undefined ? undefined : Math.floor(place / LARGEST_PAGE);
  }

  /** Forgets everything and abandons a load in progress. */
  clear(): void {
    this.#abort?.abort();
    this.#running = undefined;
    this.#outdated = false;
    this.#pagesLoaded = 0;
    this.#pagesWanted = 0;
    this.#replace(EMPTY, this.#list.next(false));
  }

  dispose(): void {
    this.#events.removeAllListeners();
    this.clear();
  }

  async #readNext(): Promise<void> {
    const isFirstRunning = this.#snapshot.loadedAt === undefined && this.#running !== undefined;
    const known = this.#pagesLoaded;
    this.#set({ loadingMore: true });
    if (this.#running) await this.#untilIdle();
    if (!isFirstRunning && this.#pagesLoaded === known && this.#snapshot.more) {
      this.#pagesWanted = known + 1;
      await this.#start((signal) => this.#readOn(1, signal));
    }
    // A refresh that took the place of this load reads that page too.
    await this.#untilIdle();
    this.#pagesWanted = 0;
    this.#set({ loadingMore: false });
  }

  async #untilIdle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Begins a load in the place of one in progress. */
  #start(load: (signal: AbortSignal) => Promise<void>, abort = new AbortController()): Promise<void> {
    this.#abort?.abort();
    this.#abort = abort;
    const running = load(abort.signal).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** Reads so many pages from the first on, in the place of what there is. @param replaced tells that another load has taken this one's place. */
  async #readFirst(count: number, replaced: AbortSignal, options?: LoadAllOptions): Promise<void> {
    const { onProgress, onWait } = options ?? {};
    const signal = options ? AbortSignal.any([options.signal, replaced]) : replaced;
    this.#begin(false);
    this.#outdated = false;
    const list = this.#list.next(false);
    let pagesRead = 0;
    let total: number | undefined;
    let failure: unknown;
    let end: ListingEnd["reason"] | undefined;
    const read = (page: number, pageSignal: AbortSignal) => this.#readPage(page, { signal: pageSignal, onWait });
    const pages = listAll(read, CONNECTIONS, signal, count);
    try {
      for (let step = await pages.next(); ; step = await pages.next()) {
        if (step.done) {
          end = step.value.reason;
          break;
        }
        list.add(step.value.records, this.#list);
        pagesRead = step.value.page + 1;
        total = step.value.total;
        onProgress?.(step.value.loaded, step.value.total);
      }
    } catch (error) {
      // Whoever ends a load of everything has seen enough, and knows why there is no more.
      if (!options || !signal.aborted) failure = error;
    }
    // A cancelled load leaves what it has read; one that a refresh replaced leaves nothing.
    if (isAbandoned(replaced)) return;
    const better = pagesRead > 0 && list.all.length >= this.#list.all.length;
    if (end === undefined && !better) {
      this.#set({ loading: false, failure });
      return;
    }
    this.#pagesLoaded = pagesRead;
    const [more, outOfReach] = [end === undefined || end === "count", end === "page-limit"];
    this.#replace({ loading: false, failure, total, more, outOfReach, loadedAt: Date.now() }, list);
  }

  /** Reads pages below what there is. */
  async #readOn(count: number, signal: AbortSignal, { goOn, onWait }: ReadOnOptions = {}): Promise<void> {
    this.#begin(true);
    const first = this.#pagesLoaded;
    const list = this.#list.next(true);
    let page = first;
    let last: Page | undefined;
    let failure: unknown;
    try {
      do {
        const known = list.all.length;
        const read = await this.#readPage(page, { signal, onWait });
        if (isAbandoned(signal)) return;
        list.add(read.records, this.#list);
        last = { ...read, more: !endsList(read, page, list.all.length - known) };
        page += 1;
      } while (last.more && page < first + count && goOn?.() !== false);
    } catch (error) {
      if (isAbandoned(signal)) return;
      failure = signal.reason === PAUSED ? this.#snapshot.failure : error;
    }
    const ended = { loading: false, loadingMore: this.#loadingMore !== undefined, failure };
    if (!last) {
      this.#set(ended);
      return;
    }
    const { total, more } = last;
    const outOfReach = page > LAST_PAGE && last.records.length >= LARGEST_PAGE;
    this.#pagesLoaded = page;
    this.#replace({ ...ended, total, more, outOfReach, loadedAt: Date.now() }, list);
  }

  /** @param more whether what is loaded comes below the rows there are. */
  #begin(more: boolean): void {
    this.#applied.clear();
    this.#set({ loading: true, loadingMore: more || this.#loadingMore !== undefined });
  }

  /** Puts a list that was read in the place of what there is. What updates returned meanwhile is newer than its pages. */
  #replace(change: Partial<Snapshot>, list: RecordList): void {
    for (const record of this.#applied.values()) list.replace(record);
    const what = list.changeSince(this.#list);
    this.#list = list;
    this.#set(change, what);
  }

  #set(change: Partial<Snapshot>, what = UNCHANGED): void {
    this.#snapshot = { ...this.#snapshot, ...change, connections: this.#list.all };
    this.#events.emit("change", what);
  }
}

/** What a load of further pages goes by. */
type ReadOnOptions = Partial<Pick<FillOptions, "goOn">> & Pick<CallOptions, "onWait">;

/** Whether nobody wants the outcome of a load any more. */
function isAbandoned(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason !== STOPPED && signal.reason !== PAUSED;
}
