import { EventEmitter } from "node:events";
import type { Page } from "../service/page.js";
import type { ConnectionRecord } from "../service/records.js";

/** Reads page `page`, counted from 0. Rejects with what the view then shows. */
export type ReadPage = (page: number, signal: AbortSignal) => Promise<Page>;

/** What the store knows of the connections of one tenant. */
export interface Snapshot {
  /** The connections read so far, each id once, in the order of the service. */
  readonly connections: readonly ConnectionRecord[];
  readonly total: number | undefined;
  /** Whether there is more to load. */
  readonly more: boolean;
  readonly loading: boolean;
  /** When the rows were last read, in milliseconds since the epoch; undefined before the first page. */
  readonly loadedAt: number | undefined;
  /** Why the last attempt to load failed; undefined after one that did not. */
  readonly failure: unknown;
}

const EMPTY: Snapshot = { connections: [], total: undefined, more: true, loading: false, loadedAt: undefined, failure: undefined };

/**
 * The connections of one tenant as far as they have been loaded. Rows are
 * replaced only when better ones have arrived: a failed or abandoned load
 * leaves them as they were.
 */
export class ConnectionStore {
  readonly #readPage: ReadPage;
  readonly #events = new EventEmitter<{ change: [] }>();
  #snapshot = EMPTY;
  #pagesLoaded = 0;
  #abort: AbortController | undefined;
  #running: Promise<void> | undefined;

  constructor(readPage: ReadPage) {
    this.#readPage = readPage;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** Calls back after each change of the snapshot. @returns what ends that. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  /** Reads the first page, unless something was read or is being read already. */
  async load(): Promise<void> {
    if (this.#running) return this.#running;
    if (this.#snapshot.loadedAt === undefined) await this.refresh();
  }

  /** Reads again as many pages as are shown. A load still under way is abandoned. */
  async refresh(): Promise<void> {
    await this.#start(0, Math.max(this.#pagesLoaded, 1));
  }

  /** Reads the next page. Waits for a load under way instead of starting a second. */
  async loadMore(): Promise<void> {
    if (this.#running) return this.#running;
    if (this.#snapshot.more) await this.#start(this.#pagesLoaded, 1);
  }

  /** Puts in place what an update returned. */
  apply(record: ConnectionRecord): void {
    const connections = this.#snapshot.connections.map((known) => (known.id === record.id ? record : known));
    this.#set({ connections });
  }

  find(id: string): ConnectionRecord | undefined {
    return this.#snapshot.connections.find((connection) => connection.id === id);
  }

  /** Forgets everything and abandons a load under way. */
  clear(): void {
    this.#abort?.abort();
    this.#running = undefined;
    this.#pagesLoaded = 0;
    this.#set(EMPTY);
  }

  dispose(): void {
    this.#events.removeAllListeners();
    this.clear();
  }

  #start(first: number, count: number): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const running = this.#run(first, count, abort.signal).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #run(first: number, count: number, signal: AbortSignal): Promise<void> {
    this.#set({ loading: true });
    const rows = new Map(first === 0 ? [] : this.#snapshot.connections.map((row) => [row.id, row]));
    let page = first;
    let last: Page | undefined;
    try {
      do {
        const known = rows.size;
        last = await this.#readPage(page, signal);
        if (signal.aborted) return;
        for (const record of last.records) rows.set(record.id, record);
        page += 1;
        // The order of the list is not promised: a page with nothing new is the end.
        if (rows.size === known) last = { ...last, more: false };
      } while (last.more && page < first + count);
    } catch (failure) {
      if (!signal.aborted) this.#set({ loading: false, failure });
      return;
    }
    this.#pagesLoaded = page;
    this.#set({ connections: [...rows.values()], total: last.total, more: last.more, loading: false, loadedAt: Date.now(), failure: undefined });
  }

  #set(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.#events.emit("change");
  }
}
