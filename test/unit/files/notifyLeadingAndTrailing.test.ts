import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notifyLeadingAndTrailing } from "../../../client/extension/editor/showFileStates.js";

vi.mock("vscode", () => ({}));

describe("what is told now and when it is quiet", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is told at once each time, and once more after the last", () => {
    const told: number[] = [];
    const { notify } = notifyLeadingAndTrailing(() => told.push(Date.now() - start));
    const start = Date.now();
    for (const pause of [0, 500, 1900]) {
      vi.advanceTimersByTime(pause);
      notify();
    }
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([0, 500, 2400, 4400]);
  });

  it("is not told any more once it is disposed of", () => {
    const told = vi.fn();
    const lenses = notifyLeadingAndTrailing(told);
    lenses.notify();
    lenses.dispose();
    vi.advanceTimersByTime(60_000);
    expect(told).toHaveBeenCalledTimes(1);
  });
});
