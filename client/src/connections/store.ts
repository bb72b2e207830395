import { EventEmitter } from "node:events";
import { CONNECTIONS } from "../service/transport/dispatcher.js";
import { listAll } from "../service/operations/listing.js";
import { LAST_PAGE, LARGEST_PAGE, type Page } from "../service/operations/page.js";
import { merge, type StoreChange } from "./merge.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { CallOptions } from "../service/calls/wait.js";

/** Reads page `page`, counted from 0. Rejects with what the view then shows. */
export type ReadPage = (page: number, options: CallOptions) => Promise<Page>;

/** What is told of a load of everything, and what ends it with what has been read. */
export interface LoadAllOptions extends CallOptions {
  readonly signal: AbortSignal;
  /** Told how many have been read, and of how many where that is known. */
  readonly onProgress: (loaded: number, total: number | undefined) => void;
}

/** The reason of a signal that a person aborted, who is told that the load did not succeed. */
const STOPPED = Symbol("stopped");

/** What the store knows of the connections of one tenant. */
export interface Snapshot {
  /** The connections read so far, each id once, in the order of the service. */
  readonly connections: readonly ConnectionRecord[];
  readonly total: number | undefined;
  /** Whether there is more to load. */
  readonly more: boolean;
  /** Whether the service has more than its list can give ("Limits": page). */
  readonly outOfReach: boolean;
  readonly loading: boolean;
  /** Whether what is being loaded is the next page. */
  readonly loadingMore: boolean;
  /** When the rows were last read, in milliseconds since the epoch; undefined before the first page. */
  readonly loadedAt: number | undefined;
  /** Why the last attempt to load failed; undefined after one that did not. */
  readonly failure: unknown;
}

const EMPTY: Snapshot = {
  connections: [],
  total: undefined,
  more: true,
  outOfReach: false,
  loading: false,
  loadingMore: false,
  loadedAt: undefined,
  failure: undefined,
};

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

  /** Reads again as many pages as are shown, and one that is being loaded. A load still in progress is abandoned. */
  async refresh(): Promise<void> {
    await this.#start(0, Math.max(this.#pagesLoaded, this.#pagesWanted, 1));
  }

  /** Reads the next page, after a load that is in progress. Asking again meanwhile reads no second one. */
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
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const running = this.#runAll({ ...options, signal: AbortSignal.any([options.signal, abort.signal]) }, abort.signal);
    await this.#track(running);
  }

  /** Ends a load in progress because a person wants that. The rows stay, and so does why there are no more. */
  stop(): void {
    this.#abort?.abort(STOPPED);
  }

  /** Puts in place what an update returned, which shows too that updates are accepted again. */
  apply(record: ConnectionRecord): void {
    if (this.#running) this.#applied.set(record.id, record);
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
    this.#pagesLoaded = 0;
    this.#pagesWanted = 0;
    this.#set(EMPTY);
  }

  dispose(): void {
    this.#events.removeAllListeners();
    this.clear();
  }

  async #readNext(): Promise<void> {
    const firstIsUnderWay = this.#snapshot.loadedAt === undefined && this.#running !== undefined;
    this.#set({ loadingMore: true });
    if (this.#running) await this.#running;
    if (!firstIsUnderWay && this.#snapshot.more) {
      this.#pagesWanted = this.#pagesLoaded + 1;
      await this.#start(this.#pagesLoaded, 1);
    }
    // A refresh that took the place of this load reads that page too.
    while (this.#running) await this.#running;
    this.#pagesWanted = 0;
    this.#set({ loadingMore: false });
  }

  #start(first: number, count: number): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    return this.#track(this.#run(first, count, abort.signal));
  }

  #track(work: Promise<void>): Promise<void> {
    const running = work.finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /** @param replaced tells that another load has taken this one's place. */
  async #runAll({ signal, onProgress, onWait }: LoadAllOptions, replaced: AbortSignal): Promise<void> {
    this.#begin();
    const connections: ConnectionRecord[] = [];
    let pagesRead = 0;
    const pages = listAll(
      (page, pageSignal) => this.#readPage(page, { signal: pageSignal, onWait }),
      CONNECTIONS,
      signal,
    );
    const result: { -readonly [Key in keyof Snapshot]?: Snapshot[Key] } = { loading: false };
    try {
      for (let step = await pages.next(); ; step = await pages.next()) {
        if (step.done) {
          Object.assign(result, { more: false, outOfReach: step.value.reason === "page-limit", failure: undefined });
          break;
        }
        connections.push(...step.value.records);
        pagesRead = step.value.page + 1;
        result.total = step.value.total;
        onProgress(step.value.loaded, step.value.total);
      }
    } catch (failure) {
      if (!signal.aborted) result.failure = failure;
    }
    // A cancelled load leaves what it has read; one that a refresh replaced leaves nothing.
    if (isAbandoned(replaced)) return;
    const better = connections.length >= this.#snapshot.connections.length;
    if (better) this.#pagesLoaded = pagesRead;
    this.#set(
      better
        ? { more: true, ...result, connections: this.#withApplied(connections), loadedAt: Date.now() }
        : { loading: false, failure: result.failure },
    );
  }

  async #run(first: number, count: number, signal: AbortSignal): Promise<void> {
    this.#begin();
    const rows = new Map(first === 0 ? [] : this.#snapshot.connections.map((row) => [row.id, row]));
    let page = first;
    let last: Page | undefined;
    try {
      do {
        const known = rows.size;
        last = await this.#readPage(page, { signal });
        if (isAbandoned(signal)) return;
        for (const record of last.records) rows.set(record.id, record);
        page += 1;
        // The order of the list is not promised: a page with nothing new is the end.
        if (rows.size === known) last = { ...last, more: false };
      } while (last.more && page < first + count);
    } catch (failure) {
      if (!isAbandoned(signal)) this.#set({ loading: false, failure });
      return;
    }
    this.#pagesLoaded = page;
    const outOfReach = page > LAST_PAGE && last.records.length >= LARGEST_PAGE;
    this.#set({
      connections: this.#withApplied([...rows.values()]),
      total: last.total,
      more: last.more,
      outOfReach,
      loading: false,
      loadedAt: Date.now(),
      failure: undefined,
    });
  }

  #begin(): void {
    this.#applied.clear();
    this.#set({ loading: true });
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

/** Whether nobody wants the outcome of a load any more. */
function isAbandoned(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason !== STOPPED;
}
