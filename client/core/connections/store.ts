import { EventEmitter } from "node:events";
import { CONNECTIONS } from "../service/transport/dispatcher.js";
import { listAll, type ListingEnd } from "../service/operations/listing.js";
import { endsList, LAST_PAGE, LARGEST_PAGE, type Page } from "../service/operations/page.js";
import {
  isAbandoned,
  PAUSED,
  STOPPED,
  type FillOptions,
  type ListOptions,
  type LoadAllOptions,
  type MorePages,
  type ReadPage,
} from "./loads.js";
import { merge, type StoreChange } from "./merge.js";
import { EMPTY, type Snapshot } from "./snapshot.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** So many pages are loaded without anyone asking for them: 1,000 connections. */
const PAGES_FILLED = 10;

/**
 * The connections of one tenant as far as they have been loaded. Rows are
 * replaced only when better ones have arrived: a failed or abandoned load
 * leaves them as they were.
 */
export class ConnectionStore {
  readonly #readPage: ReadPage;
  readonly #events = new EventEmitter<{ change: [StoreChange] }>();
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
  onDidChange(listener: (change: StoreChange) => void): { dispose(): void } {
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
    await this.#start((signal) => this.#readOn({ count, goOn, onWait }, signal), abort);
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
   * Reads everything there is, several pages at a time. The rows change once,
   * at the end, since drawing them anew for each page would cost more than
   * reading it; what was read is kept when the person has seen enough.
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
    const { connections: known, failure } = this.#snapshot;
    const connections = known.map((before) => (before.id === record.id ? record : before));
    this.#set({ connections, failure: failure === this.#told ? undefined : failure });
  }

  /** Takes note of a failure that another request had, and that the next load would have too. */
  fail(failure: unknown): void {
    this.#told = failure;
    this.#set({ failure });
  }

  find(id: string): ConnectionRecord | undefined {
    return this.#snapshot.connections.find((connection) => connection.id === id);
  }

  /** Forgets everything and abandons a load in progress. */
  clear(): void {
    this.#abort?.abort();
    this.#running = undefined;
    this.#outdated = false;
    this.#pagesLoaded = 0;
    this.#pagesWanted = 0;
    this.#set(EMPTY);
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
      await this.#start((signal) => this.#readOn({ count: 1 }, signal));
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
  async #readFirst(count: number, replaced: AbortSignal, options: ListOptions = {}): Promise<void> {
    const { onProgress, onWait } = options;
    const signal = options.signal ? AbortSignal.any([options.signal, replaced]) : replaced;
    this.#begin(false);
    this.#outdated = false;
    const connections: ConnectionRecord[] = [];
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
        connections.push(...step.value.records);
        pagesRead = step.value.page + 1;
        total = step.value.total;
        onProgress?.(step.value.loaded, step.value.total);
      }
    } catch (error) {
      // Whoever ends a load of everything has seen enough, and knows why there is no more.
      if (!options.signal || !signal.aborted) failure = error;
    }
    // A cancelled load leaves what it has read; one that a refresh replaced leaves nothing.
    if (isAbandoned(replaced)) return;
    const better = pagesRead > 0 && connections.length >= this.#snapshot.connections.length;
    if (end === undefined && !better) {
      this.#set({ loading: false, failure });
      return;
    }
    this.#pagesLoaded = pagesRead;
    this.#set({
      loading: false,
      failure,
      connections: this.#withApplied(connections),
      total,
      more: end === undefined || end === "count",
      outOfReach: end === "page-limit",
      loadedAt: Date.now(),
    });
  }

  /** Reads pages below what there is. */
  async #readOn({ count, goOn = () => true, onWait }: MorePages, signal: AbortSignal): Promise<void> {
    this.#begin(true);
    const first = this.#pagesLoaded;
    const rows = new Map(this.#snapshot.connections.map((row) => [row.id, row]));
    let page = first;
    let last: Page | undefined;
    let failure: unknown;
    try {
      do {
        const known = rows.size;
        const read = await this.#readPage(page, { signal, onWait });
        if (isAbandoned(signal)) return;
        for (const record of read.records) rows.set(record.id, record);
        last = { ...read, more: !endsList(read, page, rows.size - known) };
        page += 1;
      } while (last.more && page < first + count && goOn());
    } catch (error) {
      if (isAbandoned(signal)) return;
      failure = signal.reason === PAUSED ? this.#snapshot.failure : error;
    }
    const ended = { loading: false, loadingMore: this.#loadingMore !== undefined, failure };
    if (!last) {
      this.#set(ended);
      return;
    }
    this.#pagesLoaded = page;
    const outOfReach = page > LAST_PAGE && last.records.length >= LARGEST_PAGE;
    this.#set({
      ...ended,
      connections: this.#withApplied([...rows.values()]),
      total: last.total,
      more: last.more,
      outOfReach,
      loadedAt: Date.now(),
    });
  }

  /** @param more whether what is loaded comes below the rows there are. */
  #begin(more: boolean): void {
    this.#applied.clear();
    this.#set({ loading: true, loadingMore: more || this.#loadingMore !== undefined });
  }

  #withApplied(rows: readonly ConnectionRecord[]): readonly ConnectionRecord[] {
    return this.#applied.size === 0 ? rows : rows.map((row) => this.#applied.get(row.id) ?? row);
  }

  #set(change: Partial<Snapshot>): void {
    const { connections: known } = this.#snapshot;
    const { connections, change: what } = merge(known, change.connections ?? known);
    this.#snapshot = { ...this.#snapshot, ...change, connections };
    this.#events.emit("change", what);
  }
}
