import type { ServiceClient } from "../service/client.js";
import type { ServiceError } from "../service/errors/errors.js";
import { endsList, LARGEST_PAGE, LAST_PAGE, type Page } from "../service/operations/list.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { CallOptions } from "../service/calls/wait.js";

/** Listing is the only way to read. */
export type ListService = Pick<ServiceClient, "listPage">;

const SEARCHED_PAGES = 50;

export interface ReadOptions extends CallOptions {
  /** Where the record was last seen, counted from 0. */
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
}

export interface SearchProgress {
  readonly pages: number;
  readonly limit: number;
}

export type ReadRecord =
  | { readonly found: true; readonly record: ConnectionRecord; readonly page: number }
  /** `searchedAll` only if the whole list was read and didn't change in the meantime: then this tenant has no such record. */
  | { readonly found: false; readonly searchedAll: boolean; readonly pages: number };

/**
 * Reads one record ("GET {base_url}/flows/vault/connections"): first from the page it was last seen on
 * and those beside it, then from the beginning.
 * @throws ServiceError if a page can't be read.
 */
export async function readRecord(service: ListService, id: string, options: ReadOptions = {}): Promise<ReadRecord> {
  const { limit = SEARCHED_PAGES, onProgress } = options;
  const seen = new SeenPages();
  while (seen.count < limit) {
    const page = seen.next(options.page);
    if (page === undefined) return { found: false, searchedAll: seen.stoodStill, pages: seen.count };
    const read = await service.listPage(page, options);
    const record = read.records.find((candidate) => candidate.id === id);
    if (record) return { found: true, record, page };
    seen.add(page, read);
    onProgress?.({ pages: seen.count, limit });
  }
  return { found: false, searchedAll: seen.next(options.page) === undefined && seen.stoodStill, pages: seen.count };
}

/** A request that no one cancelled ends this way when its client is closed with its tenant. */
export function isClosed({ kind }: ServiceError): boolean {
  return kind === "cancelled";
}

class SeenPages {
  readonly #pages = new Set<number>();
  readonly #ids = new Set<string>();
  readonly #totals = new Set<number | undefined>();
  #dropped = 0;
  #repeated = 0;
  /** No page from this one on has records. */
  #end = LAST_PAGE + 1;
  /** The list continues beyond what the interface can page to. */
  #cutOff = false;

  get count(): number {
    return this.#pages.size;
  }

  add(page: number, read: Page): void {
    const { records, total, droppedCount } = read;
    const known = this.#ids.size;
    for (const { id } of records) this.#ids.add(id);
    const fresh = this.#ids.size - known;
    this.#pages.add(page);
    this.#totals.add(total);
    this.#dropped += droppedCount;
    this.#repeated += records.length - fresh;
    const full = records.length + droppedCount >= LARGEST_PAGE;
    if (full && page === LAST_PAGE) this.#cutOff = true;
    if (endsList(read, page, fresh)) this.#end = Math.min(this.#end, page + 1);
  }

  next(remembered: number | undefined): number | undefined {
    const first = remembered === undefined ? [] : [remembered, remembered - 1, remembered + 1];
    const near = first.find((page) => this.#isOpen(page));
    if (near !== undefined) return near;
    for (let page = 0; page < this.#end; page++) if (this.#isOpen(page)) return page;
    return undefined;
  }

  /** False if the list changed during the search, so that a record could have been missed. */
  get stoodStill(): boolean {
    const [total, ...others] = this.#totals;
    const moved = this.#repeated > 0 || others.length > 0;
    const complete = total === undefined || total === this.#ids.size + this.#dropped;
    return !moved && complete && !this.#cutOff;
  }

  #isOpen(page: number): boolean {
    return Number.isInteger(page) && page >= 0 && page < this.#end && !this.#pages.has(page);
  }
}
