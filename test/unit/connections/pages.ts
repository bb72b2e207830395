import { setImmediate } from "node:timers/promises";
import { ConnectionStore, type ReadPage } from "../../../client/core/connections/store.js";
import type { OnWait } from "../../../client/core/service/calls/wait.js";
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

/** Pages that are answered one by one, when the test says so. */
function pagesOnDemand(): {
  readonly readPage: ReadPage;
  readonly requests: {
    page: number;
    signal: AbortSignal | undefined;
    onWait: OnWait | undefined;
    answer: (page: Page) => void;
    fail: (error: unknown) => void;
  }[];
} {
  const requests: ReturnType<typeof pagesOnDemand>["requests"] = [];
  const readPage: ReadPage = (number, { signal, onWait }) =>
    new Promise((answer, fail) => {
      requests.push({ page: number, signal, onWait, answer, fail });
    });
  return { readPage, requests };
}

/** For a load of everything. */
export const ALL: Parameters<ConnectionStore["loadAll"]>[0] = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
};

/** A store of which nothing is loaded, and the requests that it makes. */
export function emptyStore() {
  const { readPage, requests } = pagesOnDemand();
  return { store: new ConnectionStore(readPage), requests };
}

/** A store whose first page is there, with more to come, and the requests that it makes. */
export async function loadedStore(count = 100) {
  const { store, requests } = emptyStore();
  const loading = store.load();
  requests[0]?.answer(page(0, count, true));
  await loading;
  return { store, requests };
}

export async function settle(): Promise<void> {
  await setImmediate();
}
