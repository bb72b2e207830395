import { describe, expect, it } from "vitest";
import { Limiter } from "../../../client/src/service/calls/limiter.js";
import type { RateLimit } from "../../../client/src/service/transport/rateLimit.js";
import { TestClock } from "../../http/client/support.js";

function left(remaining: number, waitSeconds: number | undefined = 10): RateLimit {
  return { limit: 10, remaining, waitSeconds };
}

/** A request that is answered when the test says so. */
function pending() {
  const answers: ((rateLimit: RateLimit) => void)[] = [];
  return { answers, request: () => new Promise<RateLimit>((resolve) => answers.push(resolve)) };
}

const told = (rateLimit: RateLimit) => rateLimit;

/** Lets everything run that is not waiting for something. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a limiter", () => {
  it("lets as many requests go at once as are left", async () => {
    const limiter = new Limiter(new TestClock());
    await limiter.run({}, () => Promise.resolve(left(3)), told);
    const { answers, request } = pending();
    const all = Array.from({ length: 5 }, () => limiter.run({}, request, told));
    await settled();
    expect(answers.length).toBe(3);
    for (const [index, remaining] of [2, 1, 0].entries()) answers[index]?.(left(remaining));
    await settled();
    // The window is over on a clock on which waiting takes no time.
    expect(answers.length).toBe(5);
    for (const answer of answers) answer(left(9));
    await Promise.all(all);
  });

  it("believes the answer that knows of the most requests, whichever comes last", async () => {
    const clock = new TestClock();
    const limiter = new Limiter(clock);
    const { answers, request } = pending();
    const all = [limiter.run({}, request, told), limiter.run({}, request, told)];
    await settled();
    answers[1]?.(left(0));
    answers[0]?.(left(1));
    await Promise.all(all);
    expect(clock.waited).toBe(0);
    await limiter.run({}, () => Promise.resolve(left(9)), told);
    expect(clock.waited).toBe(10);
  });

  it("goes by a new window as soon as an answer tells of it", async () => {
    const clock = new TestClock();
    const limiter = new Limiter(clock);
    await limiter.run({}, () => Promise.resolve(left(1, 2)), told);
    await limiter.run({}, () => Promise.resolve(left(9, 30)), told);
    await limiter.run({}, () => Promise.resolve(left(8, 30)), told);
    expect(clock.waited).toBe(0);
  });

  it("does not wait for a moment nobody told", async () => {
    const clock = new TestClock();
    const limiter = new Limiter(clock);
    await limiter.run({}, () => Promise.resolve({ limit: 10, remaining: 0, waitSeconds: undefined }), told);
    await limiter.run({}, () => Promise.resolve(left(9)), told);
    expect(clock.waited).toBe(0);
  });

  it("waits a minute at most, whatever it is told", async () => {
    const clock = new TestClock();
    const limiter = new Limiter(clock);
    await limiter.run({}, () => Promise.resolve(left(0, 3000)), told);
    await limiter.run({}, () => Promise.resolve(left(9)), told);
    expect(clock.waited).toBe(60);
  });

  it("waits for the end of the longest refusal, whichever came last", async () => {
    const clock = new TestClock();
    const limiter = new Limiter(clock);
    limiter.block(30);
    limiter.block(5);
    await limiter.run({}, () => Promise.resolve(left(9)), told);
    expect(clock.waited).toBe(30);
  });

  it("lets the next one go when a request fails", async () => {
    const limiter = new Limiter(new TestClock());
    await limiter.run({}, () => Promise.resolve(left(1)), told);
    const { answers, request } = pending();
    const failing = limiter.run({}, () => Promise.reject(new Error("lost")), told);
    const next = limiter.run({}, request, told);
    await expect(failing).rejects.toThrow("lost");
    await settled();
    answers[0]?.(left(0));
    expect(await next).toEqual(left(0));
  });

  it("ends a wait that is cancelled", async () => {
    const limiter = new Limiter(new TestClock());
    await limiter.run({}, () => Promise.resolve(left(1)), told);
    const { answers, request } = pending();
    const first = limiter.run({}, request, told);
    const abort = new AbortController();
    const waiting = limiter.run({ signal: abort.signal }, request, told);
    await settled();
    abort.abort();
    await expect(waiting).rejects.toThrow();
    expect(answers.length).toBe(1);
    answers[0]?.(left(0));
    await first;
  });
});
