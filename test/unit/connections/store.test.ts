import { setImmediate as settle } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ConnectionStore, type LoadAllOptions } from "../../../client/core/connections/store.js";
import type { CallOptions } from "../../../client/core/service/calls/wait.js";
import type { Page } from "../../../client/core/service/operations/listPages.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";
import { recordFrom } from "../records.js";

function record(index: number, change: object = {}): ConnectionRecord {
  return recordFrom({ id: `ac_${index}`, name: `Connection ${index}`, fingerprint: `f${index}`, ...change });
}

function page(first: number, count: number, more: boolean, total?: number): Page {
  return { records: Array.from({ length: count }, (_, i) => record(first + i)), total, droppedCount: 0, more };
}

function ids(store: ConnectionStore): string[] {
  return store.snapshot.connections.map(({ id }) => id);
}

/** A request for a page, which is answered when the test says so. */
interface PageRequest extends CallOptions {
  readonly page: number;
  readonly answer: (page: Page) => void;
  readonly fail: (error: unknown) => void;
}

/** For a load of everything. */
const ALL: LoadAllOptions = { signal: new AbortController().signal, onProgress: () => undefined };

/** A store of which nothing is loaded, and the requests that it makes. */
function emptyStore() {
  const requests: PageRequest[] = [];
  const store = new ConnectionStore(
    (number, options) => new Promise((answer, fail) => requests.push({ ...options, page: number, answer, fail })),
  );
  return { store, requests };
}

/** A store whose first page is there, with more to come, and the requests that it makes. */
async function loadedStore(count = 100) {
  const { store, requests } = emptyStore();
  const loading = store.load();
  requests[0]?.answer(page(0, count, true));
  await loading;
  return { store, requests };
}

/** What keeps a load that no one asked for from nothing. */
const UNHINDERED = { isWanted: () => true, onPause: () => undefined };

describe("a store of connections", () => {
  it("keeps its rows when the user ends a load, and says so", async () => {
    const { store, requests } = await loadedStore(2);
    const { loadedAt } = store.snapshot;
    const cancelled = new Error("cancelled");
    const refreshing = store.refresh();
    requests[1]?.signal?.addEventListener("abort", () => requests[1]?.fail(cancelled));
    store.stop();
    await refreshing;
    expect(ids(store)).toEqual(["ac_0", "ac_1"]);
    expect(store.snapshot).toMatchObject({ loading: false, failure: cancelled, loadedAt });
    const again = store.refresh();
    requests[2]?.answer(page(0, 1, false, 1));
    await again;
    store.stop();
    expect(store.snapshot).toMatchObject({ connections: [{ id: "ac_0" }], failure: undefined });
  });

  it("keeps earlier pages if a later one fails, and doesn't continue by itself", async () => {
    const failure = new Error("no network");
    let fail = true;
    const store = new ConnectionStore((number) =>
      fail && number === 3 ? Promise.reject(failure) : Promise.resolve(page(number * 100, 100, number < 4)),
    );
    await store.load();
    await store.fill(UNHINDERED);
    expect(store.snapshot).toMatchObject({ connections: { length: 300 }, failure, loading: false, loadingMore: false });
    fail = false;
    // Nor does an update, which tells nothing of the list, end the failure of its own load.
    store.apply(record(1));
    await store.fill(UNHINDERED);
    expect(store.snapshot).toMatchObject({ connections: { length: 300 }, failure });
    await store.refresh();
    await store.fill(UNHINDERED);
    expect(store.snapshot).toMatchObject({ connections: { length: 500 }, failure: undefined, more: false });
  });

  it.each(["refresh", "clear"] as const)("doesn't read further after %s", async (end) => {
    const { store, requests } = await loadedStore();
    const filling = store.fill(UNHINDERED);
    const ended = store[end]();
    expect(store.snapshot.loadingMore).toBe(false);
    requests[1]?.answer(page(100, 100, true));
    await filling;
    requests[2]?.answer(page(0, 100, true));
    await ended;
    expect(requests.slice(1).map((request) => request.page)).toEqual(end === "refresh" ? [1, 0] : [1]);
    expect(ids(store)).toHaveLength(end === "refresh" ? 100 : 0);
    expect(store.snapshot.loading).toBe(false);
  });

  it("keeps an update's record when an older page arrives", async () => {
    const { store, requests } = await loadedStore(3);
    for (const [index, load] of [() => store.refresh(), () => store.loadMore(), () => store.loadAll(ALL)].entries()) {
      const name = `Renamed ${index}`;
      const reading = load();
      store.apply(record(1, { name }));
      requests.at(-1)?.answer(page(0, 3, index < 1));
      await reading;
      expect(store.find("ac_1")?.name).toBe(name);
    }
    const later = store.refresh();
    requests.at(-1)?.answer(page(0, 3, false));
    await later;
    expect(store.find("ac_1")?.name).toBe("Connection 1");
  });
});

describe("a store of connections during a refresh", () => {
  it("reads several pages at a time, and changes the rows once", async () => {
    const { store, requests } = emptyStore();
    const all = store.loadAll(ALL);
    for (let at = 0; at < 4; at++) {
      requests[at]?.answer(page(at * 100, at < 3 ? 100 : 1, at < 3, 301));
      await settle();
    }
    await all;
    const told: number[] = [];
    store.onDidChange(({ members }) => members && told.push(store.snapshot.connections.length));
    const refreshing = store.refresh();
    requests[4]?.answer(page(0, 100, true, 300));
    await settle();
    expect(requests.slice(5).map((request) => request.page)).toEqual([1, 2]);
    requests[6]?.answer(page(200, 100, true, 300));
    requests[5]?.answer(page(100, 100, true, 300));
    await settle();
    requests[7]?.answer(page(300, 0, false, 300));
    await refreshing;
    expect([told, requests.length]).toEqual([[300], 8]);
    expect(store.snapshot).toMatchObject({ connections: { length: 300 }, more: false, total: 300, loading: false });
  });

  it("replaces its rows by a shorter list, but not after a failure", async () => {
    const failure = new Error("no network");
    let pages: (() => Promise<Page>)[] = [() => Promise.reject(failure)];
    const store = new ConnectionStore((number) => pages[number]?.() ?? Promise.reject(failure));
    await store.loadAll(ALL);
    expect(store.snapshot).toMatchObject({ failure, loadedAt: undefined, loading: false });
    pages = [() => Promise.resolve(page(0, 3, false))];
    await store.loadAll(ALL);
    pages = [() => Promise.resolve(page(0, 2, false))];
    await store.loadAll(ALL);
    expect(ids(store)).toEqual(["ac_0", "ac_1"]);
    expect(store.snapshot).toMatchObject({ failure: undefined, more: false });
  });

  it("reads again if an update was applied during it", async () => {
    const { store, requests } = emptyStore();
    const first = store.refresh();
    store.apply(record(1, { name: "Pushed" }));
    let joinedEnded = 0;
    const joined = [1, 2].map(() => store.refresh().then(() => joinedEnded++));
    requests[0]?.answer(page(0, 2, false));
    await first;
    expect(store.find("ac_1")?.name).toBe("Pushed");
    await settle();
    expect([requests.length, joinedEnded]).toEqual([2, 0]);
    requests[1]?.answer(page(0, 3, false));
    await Promise.all(joined);
    expect(requests).toHaveLength(2);
    expect(ids(store)).toHaveLength(3);
  });

  it("ignores a refresh that began with another credential", async () => {
    const { store, requests } = emptyStore();
    const before = store.refresh();
    const joined = store.refresh();
    store.clear();
    const after = store.refresh();
    expect(requests[0]?.signal?.aborted).toBe(true);
    requests[1]?.answer(page(10, 1, false));
    await after;
    requests[0]?.answer(page(0, 5, true));
    await Promise.all([before, joined]);
    expect(requests).toHaveLength(2);
    expect(ids(store)).toEqual(["ac_10"]);
    expect(store.snapshot.loading).toBe(false);
  });
});
