import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ChangedRows } from "../../../client/extension/sidebar/changedRows.js";

/** So long VS Code waits for a tree to be quiet before it draws what came after the first change, in milliseconds. */
const VS_CODE_WAITS_MS = 200;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watched() {
  const rows = new ChangedRows<string>();
  const told: { readonly at: number; readonly rows: readonly string[] | undefined }[] = [];
  const begin = Date.now();
  rows.onDidChangeRows((changed) => told.push({ at: Date.now() - begin, rows: changed }));
  const messages: { readonly at: number; readonly message: string }[] = [];
  rows.onDidChangeMessage((message) => messages.push({ at: Date.now() - begin, message }));
  return { rows, told, messages };
}

describe("the rows that VS Code is told of", () => {
  it("are told at once, and what changes soon after together", () => {
    const { rows, told } = watched();
    rows.notify(["a"]);
    expect(told).toEqual([{ at: 0, rows: ["a"] }]);
    rows.notify(["b"]);
    rows.notify(["c", "b"]);
    expect(told).toHaveLength(1);
    vi.runAllTimers();
    expect(told.slice(1)).toEqual([{ at: expect.any(Number) as number, rows: ["b", "c"] }]);
    rows.notify(["d"]);
    expect(told.at(-1)?.rows).toEqual(["d"]);
  });

  it("are drawn though one of them changes ten times a second", () => {
    const { rows, told } = watched();
    for (let count = 0; count < 100; count += 1) {
      rows.notify(["often"]);
      if (count === 50) rows.notify(["once"]);
      vi.advanceTimersByTime(100);
    }
    const times = told.map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThan(VS_CODE_WAITS_MS);
    expect(told.filter((each) => each.rows?.includes("once"))).toHaveLength(1);
  });

  it("come with the message above them, which is told only where it is another", () => {
    const { rows, told, messages } = watched();
    for (let count = 0; count < 100; count += 1) {
      rows.notify(["often"]);
      rows.showMessage(`${Math.floor(count / 40)} shown`);
      vi.advanceTimersByTime(100);
    }
    expect(messages.map(({ message }) => message)).toEqual(["0 shown", "1 shown", "2 shown"]);
    // Each at a moment at which rows are told, but for the very first.
    const times = new Set(told.map(({ at }) => at));
    expect(messages.slice(1).filter(({ at }) => !times.has(at))).toEqual([]);
    vi.runAllTimers();
    rows.showMessage("");
    rows.showMessage("3 shown");
    vi.runAllTimers();
    expect(messages.slice(3).map(({ message }) => message)).toEqual(["", "3 shown"]);
  });

  it("are all of them where the whole tree is among them, and none where nothing changed", () => {
    const { rows, told } = watched();
    rows.notify([]);
    expect(told).toEqual([]);
    rows.notify(["a"]);
    rows.notify(["b"]);
    rows.notify(undefined);
    rows.notify(["c"]);
    vi.runAllTimers();
    expect(told.map((each) => each.rows)).toEqual([["a"], undefined]);
  });
});
