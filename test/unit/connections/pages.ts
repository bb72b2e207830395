import { ConnectionStore, type LoadAllOptions } from "../../../client/core/connections/store.js";
import type { CallOptions } from "../../../client/core/service/calls/wait.js";
import type { Page } from "../../../client/core/service/operations/list.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";
import { recordFrom } from "../service/records.js";

export function record(index: number, change: object = {}): ConnectionRecord {
  return recordFrom({ id: `ac_${index}`, name: `Connection ${index}`, fingerprint: `f${index}`, ...change });
}

export function page(first: number, count: number, more: boolean, total?: number): Page {
  return { records: Array.from({ length: count }, (_, i) => record(first + i)), total, droppedCount: 0, more };
}

export function ids(store: ConnectionStore): string[] {
  return store.snapshot.connections.map(({ id }) => id);
}

/** A request for a page, which is answered when the test says so. */
interface PageRequest extends CallOptions {
  readonly page: number;
  readonly answer: (page: Page) => void;
  readonly fail: (error: unknown) => void;
}

/** For a load of everything. */
export const ALL: LoadAllOptions = { signal: new AbortController().signal, onProgress: () => undefined };

/** A store of which nothing is loaded, and the requests that it makes. */
export function emptyStore() {
  const requests: PageRequest[] = [];
  const store = new ConnectionStore(
    (number, options) => new Promise((answer, fail) => requests.push({ ...options, page: number, answer, fail })),
  );
  return { store, requests };
}

/** A store whose first page is there, with more to come, and the requests that it makes. */
export async function loadedStore(count = 100) {
  const { store, requests } = emptyStore();
  const loading = store.load();
  requests[0]?.answer(page(0, count, true));
  await loading;
  return { store, requests };
}
