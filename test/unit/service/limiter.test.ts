import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Clock, CallOptions } from "../../../client/core/service/calls/wait.js";
import { Limiter } from "../../../client/core/service/calls/limiter.js";
import type { RateLimit } from "../../../client/core/service/transport/rateLimit.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The clock of vitest. */
const CLOCK: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
      signal?.addEventListener("abort", () => {
        resolve();
      });
    }),
  random: () => 0.5,
};

function left(remaining: number, waitSeconds: number | undefined = 10): RateLimit {
  return { limit: 10, remaining, waitSeconds };
}

/** A request that is answered when the test says so. */
function pending() {
  const answers: ((rateLimit: RateLimit) => void)[] = [];
  return { answers, request: () => new Promise<RateLimit>((resolve) => answers.push(resolve)) };
}

/** Makes a request in its slot. */
async function run(limiter: Limiter, request: () => Promise<RateLimit>, options: CallOptions = {}): Promise<RateLimit> {
  const slot = await limiter.acquireSlot(options);
  let rateLimit: RateLimit | undefined;
  try {
    return (rateLimit = await request());
  } finally {
    limiter.releaseSlot(slot, rateLimit && { status: 200, rateLimit });
  }
}

/** A limiter, and how long someone who makes a request waits who has nothing else to wait for. */
function limited() {
  const limiter = new Limiter(CLOCK);
  const secondsFor = async (rateLimit: RateLimit) => {
    const before = CLOCK.elapsed();
    const made = run(limiter, () => Promise.resolve(rateLimit)).then(() => CLOCK.elapsed());
    await vi.runAllTimersAsync();
    return ((await made) - before) / 1000;
  };
  return { limiter, secondsFor };
}

describe("a limiter", () => {
  it("uses the response that knows of the most requests", async () => {
    const { limiter, secondsFor } = limited();
    const { answers, request } = pending();
    const all = [run(limiter, request), run(limiter, request)];
    await vi.advanceTimersByTimeAsync(0);
    answers[1]?.(left(0));
    answers[0]?.(left(1));
    await Promise.all(all);
    expect(await secondsFor(left(9))).toBe(10);
  });

  it("waits for the longest refusal, whichever came last", async () => {
    const { limiter, secondsFor } = limited();
    limiter.block(30);
    limiter.block(5);
    expect(await secondsFor(left(9))).toBe(30);
  });

  it("counts a request without a response", async () => {
    const { limiter, secondsFor } = limited();
    await run(limiter, () => Promise.resolve(left(1)));
    await expect(run(limiter, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    expect(await secondsFor(left(9))).toBe(10);
  });

  it("begins the next window before all responses of the last one", async () => {
    const { limiter, secondsFor } = limited();
    await run(limiter, () => Promise.resolve(left(1, 2)));
    const { answers, request } = pending();
    const late = run(limiter, request);
    const told: number[] = [];
    const next = run(limiter, () => Promise.resolve(left(9, 30)), { onWait: (seconds) => told.push(seconds) });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await next).toEqual(left(9, 30));
    expect(told).toEqual([2, 1, 0]);
    answers[0]?.(left(0, 20));
    await late;
    expect(await secondsFor(left(8))).toBe(0);
  });

  it("sends one request at a time after a refusal", async () => {
    const { limiter } = limited();
    const { answers, request } = pending();
    const before = run(limiter, request);
    limiter.block(5);
    const after = [run(limiter, request), run(limiter, request)];
    await vi.advanceTimersByTimeAsync(5000);
    expect(answers.length).toBe(2);
    answers[1]?.(left(9));
    await vi.advanceTimersByTimeAsync(0);
    expect(answers.length).toBe(3);
    for (const answer of answers) answer(left(9));
    await Promise.all([before, ...after]);
  });

  it("continues if time jumps over the moment it waits for", async () => {
    for (let look = 1; look < 12; look++) {
      let looks = 0;
      const elapsed = () => (looks++ < look ? 999 : 1000);
      const limiter = new Limiter({ now: elapsed, elapsed, sleep: () => Promise.resolve(), random: () => 0 });
      limiter.block(0.001);
      let taken = false;
      void limiter.acquireSlot({}).then(() => (taken = true));
      await vi.advanceTimersByTimeAsync(0);
      expect([look, taken]).toEqual([look, true]);
    }
  });

  it.each([-3_600_000, 3_600_000])("waits as long as requested if the clock moves by %i ms", async (set) => {
    const limiter = new Limiter(CLOCK);
    limiter.block(30);
    const told: number[] = [];
    const before = CLOCK.elapsed();
    const acquired = limiter.acquireSlot({ onWait: (seconds) => told.push(seconds) }).then(() => CLOCK.elapsed());
    await vi.advanceTimersByTimeAsync(5000);
    vi.setSystemTime(Date.now() + set);
    await vi.runAllTimersAsync();
    expect([Math.max(...told), (await acquired) - before]).toEqual([30, 30_000]);
  });
});
