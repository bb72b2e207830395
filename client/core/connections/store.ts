import { EventEmitter } from "node:events";
import type { CallOptions, OnWait } from "../service/calls/wait.js";
import { listAll, type Listing, LAST_PAGE, type Page } from "../service/operations/listPages.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { CONNECTIONS } from "../service/transport/dispatcher.js";
import { RecordList, UNCHANGED, type ListChange, type Order } from "./recordList.js";

export interface Snapshot {
  readonly connections: readonly ConnectionRecord[];
  readonly total: number | undefined;
  readonly more: boolean;
  /** Whether the list ended before its total, or the service has more than it can return ("Limits": page). */
  readonly isCutOff: boolean;
  readonly loading: boolean;
  readonly loadingMore: boolean;
  /** When rows were last read, in milliseconds since the epoch; undefined before the first page. */
  readonly loadedAt: number | undefined;
  readonly failure: unknown;
}

export const EMPTY: Snapshot = {
  connections: [],
  total: undefined,
  more: true,
  isCutOff: false,
  loading: false,
  loadingMore: false,
  loadedAt: undefined,
  failure: undefined,
};

/** @param page counted from 0. */
export type ReadPage = (page: number, options: CallOptions) => Promise<Page>;

export interface LoadAllOptions extends CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (loaded: number, total: number | undefined) => void;
}

export interface FillOptions {
  readonly isWanted: () => boolean;
  /** Called with the seconds to wait for the rate limit. The load then ends instead of waiting. */
  readonly onPause: (seconds: number) => void;
}

interface ReadOptions extends Partial<LoadAllOptions>, Partial<Pick<FillOptions, "isWanted">> {
  readonly concurrency?: number;
}

/** Abort reason: the user stopped the load. The list is shown as incomplete. */
const STOPPED = Symbol("stopped");
/** Abort reason: the load would have to wait. Keeps what was read, and shows no failure. */
const PAUSED = Symbol("paused");

/** Pages that `fill` loads: 1,000 connections. */
const PAGES_FILLED = 10;

/** The loaded connections of a tenant. A load that fails or is abandoned doesn't change them. */
export class ConnectionStore {
  readonly #readPage: ReadPage;
  readonly #onWait: OnWait | undefined;
  readonly #events = new EventEmitter<{ change: [ListChange] }>();
  #list = new RecordList();
  #snapshot = EMPTY;
  #pagesLoaded = 0;
  #pagesWanted = 0;
  /** Number of unusable items on the loaded pages. */
  #unusable = 0;
  #loadingMore: Promise<void> | undefined;
  /** Records of updates that finished during a load. Its pages may be older. */
  readonly #applied = new Map<string, ConnectionRecord>();
  readonly #gone = new Set<string>();
  #recordedFailure: unknown;
  #abort: AbortController | undefined;
  #running: Promise<void> | undefined;
  #refreshing: Promise<void> | undefined;
  #outdated = false;

  /** @param onWait called for waits for the rate limit, unless the load has its own listener. */
  constructor(readPage: ReadPage, onWait?: OnWait) {
    this.#readPage = readPage;
    this.#onWait = onWait;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  onDidChange(listener: (change: ListChange) => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  /** Reads the first page if that hasn't started yet. */
  async load(): Promise<void> {
    if (this.#running) return this.#running;
    if (this.#snapshot.loadedAt === undefined) await this.refresh();
  }

  /** Reloads all shown pages and the one being loaded, or joins a refresh in progress. Abandons any other load. */
  async refresh(): Promise<void> {
    if (this.#running && this.#running === this.#refreshing) {
      await this.#running;
      return this.#outdated ? this.refresh() : this.#refreshing;
    }
    const count = Math.max(this.#pagesLoaded, this.#pagesWanted, 1);
    this.#refreshing = this.#start((signal) => this.#read(0, count, signal));
    return this.#refreshing;
  }

  /** Loads up to the first 1,000 connections. Updates the rows once, at the end, because redrawing loses clicks. */
  async fill({ isWanted, onPause }: FillOptions): Promise<void> {
    const { loading, loadedAt, failure, more } = this.#snapshot;
    const count = PAGES_FILLED - this.#pagesLoaded;
    if (loading || loadedAt === undefined || failure !== undefined || !more || count <= 0) return;
    const abort = new AbortController();
    const onWait = (seconds: number) => {
      if (seconds <= 0 || abort.signal.aborted) return;
      onPause(seconds);
      abort.abort(PAUSED);
    };
    await this.#start(
      (signal) => this.#read(this.#pagesLoaded, count, signal, { concurrency: 1, isWanted, onWait }),
      abort,
    );
  }

  /** Loads the next page after the load in progress. If that load is the first, its page is enough. */
  loadMore(): Promise<void> {
    this.#loadingMore ??= this.#readNext().finally(() => (this.#loadingMore = undefined));
    return this.#loadingMore;
  }

  /** Loads everything. Updates the rows once, at the end, because redrawing takes longer than reading a page. */
  async loadAll(options: LoadAllOptions): Promise<void> {
    await this.#start((signal) => this.#read(0, LAST_PAGE + 1, signal, options));
  }

  stop(): void {
    this.#abort?.abort(STOPPED);
  }

  apply(record: ConnectionRecord): void {
    if (this.#running) this.#applied.set(record.id, record);
    this.#outdated = true;
    this.#gone.delete(record.id);
    const { failure } = this.#snapshot;
    this.#set({ failure: failure === this.#recordedFailure ? undefined : failure }, this.#list.replace(record));
  }

  /** Removes a connection that another request found deleted. */
  remove(id: string): void {
    this.#gone.add(id);
    this.#set({}, this.#list.remove(id));
  }

  /** Whether a request found a connection deleted, even if not all are loaded. */
  isGone(id: string): boolean {
    return this.#gone.has(id) && !this.find(id);
  }

  /** Records a failure of another request that would make the next load fail, too. */
  fail(failure: unknown): void {
    this.#recordedFailure = failure;
    this.#set({ failure });
  }

  find(id: string): ConnectionRecord | undefined {
    return this.#list.find(id);
  }

  /** @param language for sorting names, as a BCP 47 tag. */
  sorted(order: Order, language: string): readonly ConnectionRecord[] {
    return this.#list.sorted(order, language);
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
      await this.#start((signal) => this.#read(known, 1, signal));
    }
    // A refresh that replaced this load also reads the page.
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

  /**
   * Reads into a new list, which replaces the shown one unless it ends up incomplete and shorter.
   * @param replaced aborts when another load replaces this one.
   */
  async #read(first: number, count: number, replaced: AbortSignal, options: ReadOptions = {}): Promise<void> {
    const { concurrency = CONNECTIONS, onProgress, onWait = this.#onWait, isWanted } = options;
    const signal = options.signal ? AbortSignal.any([options.signal, replaced]) : replaced;
    if (first === 0) this.#outdated = false;
    this.#applied.clear();
    this.#set({ loading: true, loadingMore: first > 0 || this.#loadingMore !== undefined });
    const list = this.#list.next(first > 0);
    const seen = new Set(list.all.map(({ id }) => id));
    const read = (page: number, pageSignal: AbortSignal) => this.#readPage(page, { signal: pageSignal, onWait });
    const unusable = first > 0 ? this.#unusable : 0;
    let latest: Listing | undefined;
    let failure: unknown;
    try {
      for await (const listing of listAll(read, concurrency, signal, { first, count, seen, unusable })) {
        if (isAbandoned(replaced)) return;
        latest = listing;
        list.add(listing.records, this.#list);
        onProgress?.(listing.loaded, listing.total);
        if (isWanted?.() === false) break;
      }
    } catch (error) {
      if (isAbandoned(replaced)) return;
      if (signal.reason === PAUSED) failure = this.#snapshot.failure;
      else if (!options.signal || !signal.aborted) failure = error;
    }
    const ended = { loading: false, loadingMore: this.#loadingMore !== undefined, failure };
    // A stopped load keeps what it read, unless more is shown already.
    if (!latest || (latest.end === undefined && list.all.length < this.#list.all.length)) {
      this.#set(ended);
      return;
    }
    const { page, total, end } = latest;
    this.#pagesLoaded = page + 1;
    this.#unusable = latest.dropped;
    const [more, isCutOff] = [end === undefined || end === "count", end === "page-limit" || end === "short"];
    this.#replace({ ...ended, total, more, isCutOff, loadedAt: Date.now() }, list);
  }

  /** Keeps records of updates that finished during the load, because they're newer than the pages. */
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

function isAbandoned(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason !== STOPPED && signal.reason !== PAUSED;
}
