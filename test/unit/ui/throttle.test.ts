import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { throttle } from "../../../client/extension/ui/throttle.js";

/** So long VS Code waits for a tree to be quiet before it draws what came after the first change, in milliseconds. */
const VS_CODE_WAITS_MS = 200;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("throttle updates", () => {
  it("run at once, and later changes run together", () => {
    const update = vi.fn();
    const change = throttle(update);
    change();
    expect(update).toHaveBeenCalledTimes(1);
    change();
    change();
    expect(update).toHaveBeenCalledTimes(1);
    vi.runAllTimers();
    expect(update).toHaveBeenCalledTimes(2);
    change();
    expect(update).toHaveBeenCalledTimes(3);
  });

  it("keep their distance while changes come ten times a second", () => {
    const times: number[] = [];
    const change = throttle(() => times.push(Date.now()));
    for (let count = 0; count < 100; count += 1) {
      change();
      vi.advanceTimersByTime(100);
    }
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(30);
    expect(Math.min(...pauses)).toBeGreaterThan(VS_CODE_WAITS_MS);
  });

  it("include a change that an update itself makes", () => {
    let left = 3;
    const change = throttle(() => {
      if (--left > 0) change();
    });
    change();
    vi.runAllTimers();
    expect(left).toBe(0);
  });
});
