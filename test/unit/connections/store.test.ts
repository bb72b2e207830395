import { setImmediate as settle } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ConnectionStore } from "../../../client/core/connections/store.js";
import { ALL, ids, loadedStore, page, record } from "./pages.js";

/** What keeps a load that no one asked for from nothing. */
const UNHINDERED = { isWanted: () => true, onPause: () => undefined };

describe("a store of connections", () => {
  it("loads the first page once, even if it's requested several times", async () => {
    let calls = 0;
    const store = new ConnectionStore(() => Promise.resolve((calls++, page(0, 2, false, 2))));
    await Promise.all([store.load(), store.load()]);
    await store.load();
    expect(calls).toBe(1);
    expect(ids(store)).toEqual(["ac_0", "ac_1"]);
    expect(store.snapshot).toMatchObject({ total: 2, more: false, loading: false, failure: undefined });
  });

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

  it("adds page after page without duplicates, and ends at one without new rows", async () => {
    const store = new ConnectionStore((number) => Promise.resolve(page(Math.min(number, 1) * 2, 3, true, 1_000_000)));
    await store.load();
    await store.loadMore();
    expect(ids(store)).toEqual(["ac_0", "ac_1", "ac_2", "ac_3", "ac_4"]);
    expect(store.snapshot.more).toBe(true);
    await store.loadMore();
    expect(store.snapshot).toMatchObject({ connections: { length: 5 }, more: false });
  });

  it("shows another request's failure until something succeeds", async () => {
    const store = new ConnectionStore(() => Promise.resolve(page(0, 2, false)));
    await store.load();
    const failure = new Error("signed out");
    store.fail(failure);
    expect(store.snapshot).toMatchObject({ failure, loading: false });
    expect(ids(store)).toEqual(["ac_0", "ac_1"]);
    store.apply(record(1, { name: "Anew" }));
    expect(store.snapshot.failure).toBeUndefined();
    store.fail(failure);
    await store.refresh();
    expect(store.snapshot.failure).toBeUndefined();
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

  it("uses the page that's being read if the user requests more", async () => {
    const { store, requests } = await loadedStore();
    const filling = store.fill(UNHINDERED);
    const more = store.loadMore();
    requests[1]?.answer(page(100, 100, true));
    await settle();
    requests[2]?.answer(page(200, 1, false));
    await Promise.all([filling, more]);
    expect(requests).toHaveLength(3);
    expect(store.snapshot).toMatchObject({ connections: { length: 201 }, loadingMore: false });
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
