import { EventEmitter } from "node:events";
import type { CallOptions } from "../service/calls/wait.js";
import { listAll, type ListingEnd } from "../service/operations/listing.js";
import { endsList, LAST_PAGE, LARGEST_PAGE, type Page } from "../service/operations/page.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { CONNECTIONS } from "../service/transport/dispatcher.js";
import { RecordList, UNCHANGED, type ListChange, type Order } from "./recordList.js";
import { EMPTY, type FillOptions, type LoadAllOptions, type ReadPage, type Snapshot } from "./snapshot.js";

/** Abort reason: a person stopped the load and is told that it is incomplete. */
const STOPPED = Symbol("stopped");
/** Abort reason: the load would have to wait. What was read stays, and no failure is shown. */
const PAUSED = Symbol("paused");

/** Loaded without being asked for: 1,000 connections. */
const PAGES_FILLED = 10;

/** A load that fails or is abandoned leaves the rows as they were. */
export class ConnectionStore {
  readonly #readPage: ReadPage;
  readonly #events = new EventEmitter<{ change: [ListChange] }>();
  #list = new RecordList();
  #snapshot = EMPTY;
  #pagesLoaded = 0;
  #pagesWanted = 0;
  #loadingMore: Promise<void> | undefined;
  /** Updates that returned during a load, whose pages may be older. */
  readonly #applied = new Map<string, ConnectionRecord>();
  /** The last failure of another request that was recorded. */
  #told: unknown;
  #abort: AbortController | undefined;
  #running: Promise<void> | undefined;
  #refreshing: Promise<void> | undefined;
  #outdated = false;

  constructor(readPage: ReadPage) {
    this.#readPage = readPage;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  onDidChange(listener: (change: ListChange) => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  /** Reads the first page, unless it has been read or is being read. */
  async load(): Promise<void> {
    if (this.#running) return this.#running;
    if (this.#snapshot.loadedAt === undefined) await this.refresh();
  }

  /** Reloads all shown pages and one that is being loaded, or joins a refresh in progress. Abandons any other load. */
  async refresh(): Promise<void> {
    if (this.#running && this.#running === this.#refreshing) {
      await this.#running;
      return this.#outdated ? this.refresh() : this.#refreshing;
    }
    const count = Math.max(this.#pagesLoaded, this.#pagesWanted, 1);
    this.#refreshing = this.#start((signal) => this.#readFirst(count, signal));
    return this.#refreshing;
  }

  /** Loads up to the first 1,000 connections. The rows change once, at the end, because redrawing them loses clicks. */
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

  /** Waits for the load in progress, unless that load brings the page. */
  loadMore(): Promise<void> {
    this.#loadingMore ??= this.#readNext().finally(() => (this.#loadingMore = undefined));
    return this.#loadingMore;
  }

  /** Loads everything. The rows change once, at the end: redrawing for each page would cost more than reading it. */
  async loadAll(options: LoadAllOptions): Promise<void> {
    await this.#start((signal) => this.#readFirst(LAST_PAGE + 1, signal, options));
  }

  stop(): void {
    this.#abort?.abort(STOPPED);
  }

  apply(record: ConnectionRecord): void {
    if (this.#running) this.#applied.set(record.id, record);
    this.#outdated = true;
    const { failure } = this.#snapshot;
    this.#set({ failure: failure === this.#told ? undefined : failure }, this.#list.replace(record));
  }

  /** Records a failure of another request that the next load would run into too. */
  fail(failure: unknown): void {
    this.#told = failure;
    this.#set({ failure });
  }

  find(id: string): ConnectionRecord | undefined {
    return this.#list.find(id);
  }

  /** @param language for sorting names, as a BCP 47 tag. */
  sorted(order: Order, language: string): readonly ConnectionRecord[] {
    return this.#list.sorted(order, language);
  }

  /** The page a connection was on when it was loaded, counted from 0, of `LARGEST_PAGE` records. */
  pageOf(id: string): number | undefined {
    const place = this.#list.placeOf(id);
    return place === undefined ? undefined : Math.floor(place / LARGEST_PAGE);
  }

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
    // A refresh that replaced this load reads that page too.
    await this.#untilIdle();
    this.#pagesWanted = 0;
    this.#set({ loadingMore: false });
  }

  async #untilIdle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #start(load: (signal: AbortSignal) => Promise<void>, abort = new AbortController()): Promise<void> {
    this.#abort?.abort();
    this.#abort = abort;
    const running = load(abort.signal).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** @param replaced aborted when another load replaces this one. */
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
      if (!options || !signal.aborted) failure = error;
    }
    // A load that a refresh replaced leaves nothing; a stopped one keeps what it has read.
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

  #begin(more: boolean): void {
    this.#applied.clear();
    this.#set({ loading: true, loadingMore: more || this.#loadingMore !== undefined });
  }

  /** What updates returned meanwhile is newer than the pages. */
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

type ReadOnOptions = Partial<Pick<FillOptions, "goOn">> & Pick<CallOptions, "onWait">;

function isAbandoned(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason !== STOPPED && signal.reason !== PAUSED;
}
