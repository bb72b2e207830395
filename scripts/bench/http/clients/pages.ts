import { performance } from "node:perf_hooks";
import type { Listed, Row, Target } from "./lister.js";

/** A page of the list, as the embedded service sends it when totals are asked for. */
export interface PageBody {
  readonly connections: readonly Row[];
  readonly total: number;
}

/** Fetches and parses one page. */
export type FetchPage = (url: string, authorization: string) => Promise<PageBody>;

const PER_PAGE = 100;
const LAST_PAGE = 1000;

/**
 * Lists everything the straightforward way: the first page tells the total, then as many workers as requests are allowed
 * take the remaining pages in turn. Every id counts once. No retries, no limits, no checks.
 */
export async function listByPages(
  { baseUrl, accessToken, concurrency }: Target,
  fetchPage: FetchPage,
): Promise<Listed> {
  const rows: Row[] = [];
  const seen = new Set<string>();
  const read = async (page: number): Promise<number> => {
    const { connections, total } = await fetchPage(
      `${baseUrl}/flows/vault/connections?page=${page}&per_page=${PER_PAGE}&include_totals=true`,
      `Bearer ${accessToken}`,
    );
    for (const row of connections) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      rows.push(row);
    }
    return total;
  };
  const pages = Math.min(Math.ceil((await read(0)) / PER_PAGE), LAST_PAGE + 1);
  const firstRowsAt = performance.now();
  let next = 1;
  const work = async (): Promise<void> => {
    while (next < pages) await read(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { rows, firstRowsAt };
}
