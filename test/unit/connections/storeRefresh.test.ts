import { setImmediate as settle } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ConnectionStore } from "../../../client/core/connections/store.js";
import type { Page } from "../../../client/core/service/operations/list.js";
import { ALL, emptyStore, ids, loadedStore, page, record } from "./pages.js";

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

  it("reads the next page after a repeated refresh", async () => {
    const { store, requests } = await loadedStore();
    const first = store.refresh();
    store.apply(record(1));
    const joined = store.refresh();
    const more = store.loadMore();
    requests[1]?.answer(page(0, 100, true));
    await first;
    await settle();
    expect(requests).toHaveLength(3);
    requests[2]?.answer(page(0, 100, true));
    await joined;
    await settle();
    requests[3]?.answer(page(100, 1, false));
    await more;
    expect(requests.map((request) => request.page)).toEqual([0, 0, 0, 1]);
    expect(ids(store)).toHaveLength(101);
  });

  it("reads no additional page if a refresh during a load is repeated", async () => {
    const { store, requests } = await loadedStore();
    const more = store.loadMore();
    await settle();
    const first = store.refresh();
    const joined = store.refresh();
    store.apply(record(1));
    for (let round = 0; round < 8; round++) {
      for (const request of requests) request.answer(page(100 * request.page, 100, true));
      await settle();
    }
    await Promise.all([more, first, joined]);
    expect(Math.max(...requests.map((request) => request.page))).toBe(1);
    expect(ids(store)).toHaveLength(200);
  });

  it("refreshes what's shown after a load of everything was replaced", async () => {
    const { store, requests } = emptyStore();
    const full = page(0, 100, true);
    const all = store.loadAll(ALL);
    requests[0]?.answer(full);
    await settle();
    requests[1]?.answer(page(100, 100, true));
    await settle();
    const asked = requests.length;
    const refreshing = store.refresh();
    for (const request of requests.slice(1, asked)) request.fail(new Error("abandoned"));
    requests[asked]?.answer(full);
    await Promise.all([all, refreshing]);
    expect(requests.slice(asked).map(({ page: number }) => number)).toEqual([0]);
    expect(ids(store)).toHaveLength(100);
  });
});
