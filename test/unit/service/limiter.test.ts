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

/** Makes a request in its turn. */
async function run(limiter: Limiter, request: () => Promise<RateLimit>, signal?: AbortSignal): Promise<RateLimit> {
  await limiter.takeTurn({ signal });
  let rateLimit: RateLimit | undefined;
  try {
    return (rateLimit = await request());
  } finally {
    limiter.endTurn(rateLimit);
  }
}

/** Lets everything run that is not waiting for something. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a limiter", () => {
  it("lets as many requests go at once as are left", async () => {
    const limiter = new Limiter(new TestClock());
    await run(limiter, () => Promise.resolve(left(3)));
    const { answers, request } = pending();
    const all = Array.from({ length: 5 }, () => run(limiter, request));
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
    const all = [run(limiter, request), run(limiter, request)];
    await settled();
    answers[1]?.(left(0));
    answers[0]?.(left(1));
    await Promise.all(all);
    expect(clock.waited).toBe(0);
    await run(limiter, () => Promise.resolve(left(9)));
    expect(clock.waited).toBe(10);
  });

  it("goes by a new window as soon as an answer tells of it", async () => {
    const clock = new TestClock();
    const limiter = new Limiter(clock);
    await run(limiter, () => Promise.resolve(left(1, 2)));
    await run(limiter, () => Promise.resolve(left(9, 30)));
    await run(limiter, () => Promise.resolve(left(8, 30)));
    expect(clock.waited).toBe(0);
  });

  it("does not wait for a moment nobody told", async () => {
    const clock = new TestClock();
    const limiter = new Limiter(clock);
    await run(limiter, () => Promise.resolve({ limit: 10, remaining: 0, waitSeconds: undefined }));
    await run(limiter, () => Promise.resolve(left(9)));
    expect(clock.waited).toBe(0);
  });

  it("waits a minute at most, whatever it is told", async () => {
    const clock = new TestClock();
    const limiter = new Limiter(clock);
    await run(limiter, () => Promise.resolve(left(0, 3000)));
    await run(limiter, () => Promise.resolve(left(9)));
    expect(clock.waited).toBe(60);
  });

  it("waits for the end of the longest refusal, whichever came last", async () => {
    const clock = new TestClock();
    const limiter = new Limiter(clock);
    limiter.block(30);
    limiter.block(5);
    await run(limiter, () => Promise.resolve(left(9)));
    expect(clock.waited).toBe(30);
  });

  it("lets the next one go when a request fails", async () => {
    const limiter = new Limiter(new TestClock());
    await run(limiter, () => Promise.resolve(left(1)));
    const { answers, request } = pending();
    const failing = run(limiter, () => Promise.reject(new Error("lost")));
    const next = run(limiter, request);
    await expect(failing).rejects.toThrow("lost");
    await settled();
    answers[0]?.(left(0));
    expect(await next).toEqual(left(0));
  });

  it("ends a wait that is cancelled", async () => {
    const limiter = new Limiter(new TestClock());
    await run(limiter, () => Promise.resolve(left(1)));
    const { answers, request } = pending();
    const first = run(limiter, request);
    const abort = new AbortController();
    const waiting = run(limiter, request, abort.signal);
    await settled();
    abort.abort();
    await expect(waiting).rejects.toThrow();
    expect(answers.length).toBe(1);
    answers[0]?.(left(0));
    await first;
  });
});
