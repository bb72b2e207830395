import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Heap, MemoryAtRest } from "../../../server/src/edge/memoryAtRest.js";

const MB = 2 ** 20;

/** A heap that shrinks to a size when it is asked to. */
class FakeHeap implements Heap {
  shrunk = 0;
  constructor(
    public held: number,
    readonly used: number,
  ) {}
  size(): number {
    return this.held;
  }
  shrink(): Promise<void> {
    this.shrunk++;
    this.held = this.used;
    return Promise.resolve();
  }
}

describe("memory that is not used any more", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is returned three seconds after the last message, once", async () => {
    const heap = new FakeHeap(10 * MB, 12 * MB);
    const memory = new MemoryAtRest(heap);
    heap.held = 60 * MB;
    for (let second = 0; second < 10; second++) {
      memory.disturb();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(heap.shrunk).toBe(0);
    await vi.advanceTimersByTimeAsync(2000);
    expect(heap.shrunk).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    memory.disturb();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heap.shrunk).toBe(1);
  });

  it("is left where it is little, compared with what was left the last time", async () => {
    const heap = new FakeHeap(10 * MB, 50 * MB);
    const memory = new MemoryAtRest(heap);
    heap.held = 17 * MB;
    await vi.advanceTimersByTimeAsync(3000);
    expect(heap.shrunk).toBe(0);
    heap.held = 80 * MB;
    memory.disturb();
    await vi.advanceTimersByTimeAsync(3000);
    expect(heap.shrunk).toBe(1);
    heap.held = 57 * MB;
    memory.disturb();
    await vi.advanceTimersByTimeAsync(3000);
    expect(heap.shrunk).toBe(1);
  });

  it("is not asked for all the time where it cannot be returned", async () => {
    const heap = { size: vi.fn(() => 10 * MB), shrink: vi.fn(() => Promise.reject(new Error("no inspector"))) };
    const memory = new MemoryAtRest(heap);
    heap.size.mockReturnValue(60 * MB);
    for (let message = 0; message < 5; message++) {
      memory.disturb();
      await vi.advanceTimersByTimeAsync(3000);
    }
    expect(heap.shrink).toHaveBeenCalledTimes(1);
  });
});
