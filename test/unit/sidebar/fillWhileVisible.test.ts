import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ConnectionStore } from "../../../client/core/connections/store.js";
import { fillWhileVisible } from "../../../client/extension/sidebar/loadInBackground.js";
import type { Session, SessionsChange } from "../../../client/extension/tenants/sessions.js";
import { recordFrom } from "../records.js";
import { vscode } from "../vscode.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A tenant with 2,500 connections, below a view that can be hidden. The service asks to wait before each page it is told to. */
function tenant(waitBefore: readonly number[] = []) {
  const asked: number[] = [];
  const waits = [...waitBefore];
  let whenAsked: (page: number) => void = () => undefined;
  const store: ConnectionStore = new ConnectionStore((page, { signal, onWait }) => {
    if (waits[0] === page) {
      waits.shift();
      onWait?.(20);
      if (signal?.aborted) return Promise.reject(new Error("cancelled"));
    }
    asked.push(page);
    whenAsked(page);
    const records = Array.from({ length: 100 }, (_, index) => recordFrom({ id: `ac_${100 * page + index}` }));
    return Promise.resolve({ records, total: 2500, droppedCount: 0, more: page < 24 });
  });
  const session = { signedIn: true, store } as Session;
  const changed = new vscode.EventEmitter<SessionsChange>();
  store.onDidChange((change) => {
    changed.fire({ kind: "rows", session, change });
  });
  const visibility = new vscode.EventEmitter<{ readonly visible: boolean }>();
  const view = { visible: true, onDidChangeVisibility: visibility.event };
  const show = (visible: boolean) => {
    view.visible = visible;
    visibility.fire({ visible });
  };
  const filling = fillWhileVisible(view, { all: [session], onDidChange: changed.event });
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return { store, asked, show, settled, filling, onAsked: (listener: typeof whenAsked) => (whenAsked = listener) };
}

it("pauses between pages while the view is hidden", async () => {
  const { store, asked, show, settled, onAsked } = tenant();
  onAsked((page) => {
    if (page === 3) show(false);
  });
  await store.load();
  await settled();
  expect(asked).toEqual([0, 1, 2, 3]);
  expect(store.snapshot).toMatchObject({ connections: { length: 400 }, loading: false });
  await store.refresh();
  await settled();
  expect(asked.slice(4)).toEqual([0, 1, 2, 3]);
  show(true);
  await settled();
  expect(asked.slice(8)).toEqual([4, 5, 6, 7, 8, 9]);
});

it("continues after the rate limit without making anyone wait", async () => {
  const { store, asked, settled } = tenant([4, 7]);
  await store.load();
  await settled();
  expect(store.snapshot).toMatchObject({ connections: { length: 400 }, loading: false, failure: undefined });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(asked).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.snapshot.connections).toHaveLength(700);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it("sends no more requests once it has ended", async () => {
  const { store, asked, settled, filling } = tenant([2]);
  await store.load();
  await settled();
  filling.dispose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([0, 1]);
});
