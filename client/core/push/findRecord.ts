import { describePart, endsList, itemsOn, PAGE_SIZE, LAST_PAGE } from "../service/operations/listPages.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { CallOptions } from "../service/calls/wait.js";
import type { ListService } from "./pushTypes.js";

const SEARCHED_PAGES = 50;

export interface FindOptions extends CallOptions {
  /** The page where the record was last seen, counted from 0. */
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
  /** Called with the number of pages that were read. */
  readonly onProgress?: ((pages: number) => void) | undefined;
}

export type FoundRecord =
  | { readonly found: true; readonly record: ConnectionRecord; readonly page: number }
  /**
   * With `searchedAll`, the whole list was read without changing, so the tenant has no such record. `part`: the list ended
   * before its total, such as "50 of 120".
   */
  | { readonly found: false; readonly searchedAll: boolean; readonly part?: string | undefined };

/**
 * Reads one record ("GET {base_url}/flows/vault/connections"). Searches the page where it was last seen and those next
 * to it, and then the others from the start.
 * @throws ServiceError if a page can't be read.
 */
export async function findRecord(service: ListService, id: string, options: FindOptions = {}): Promise<FoundRecord> {
  const { page: last, limit = SEARCHED_PAGES, onProgress } = options;
  const ids = new Set<string>();
  const totals = new Set<number | undefined>();
  let [pages, records, dropped, end, isCutOff] = [0, 0, 0, LAST_PAGE + 1, false];
  for (const page of pagesFrom(last)) {
    if (page >= end) continue;
    if (pages === limit) return { found: false, searchedAll: false };
    const read = await service.listPage(page, options);
    const record = read.records.find((candidate) => candidate.id === id);
    if (record) return { found: true, record, page };
    pages++;
    records += read.records.length;
    dropped += read.droppedCount;
    totals.add(read.total);
    const known = ids.size;
    for (const other of read.records) ids.add(other.id);
    if (endsList(read, page, ids.size - known, ids.size + dropped)) end = Math.min(end, page + 1);
    // The list may continue beyond what the interface can page to.
    if (page === LAST_PAGE && itemsOn(read) >= PAGE_SIZE) isCutOff = true;
    onProgress?.(pages);
  }
  const [total, ...others] = totals;
  const hasMoved = records > ids.size || others.length > 0;
  const listed = ids.size + dropped;
  const isComplete = total === undefined || total === listed;
  const part =
    !hasMoved && !isCutOff && total !== undefined && listed < total ? describePart(listed, total) : undefined;
  return { found: false, searchedAll: !hasMoved && isComplete && !isCutOff, part };
}

function* pagesFrom(last: number | undefined): Iterable<number> {
  const near = last === undefined ? [] : [last, last - 1, last + 1].filter((page) => page >= 0 && page <= LAST_PAGE);
  yield* near;
  for (let page = 0; page <= LAST_PAGE; page++) if (!near.includes(page)) yield page;
}
