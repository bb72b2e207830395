import fc from "fast-check";
import pLimit from "p-limit";
import { expect, it } from "vitest";
import {
  call,
  CHANGE_RETRIES,
  READ_RETRIES,
  type CallContext,
  type RetryPolicy,
} from "../../../client/core/service/calls/calls.js";
import { Limiter } from "../../../client/core/service/calls/limiter.js";
import { createRedactor } from "../../../client/core/service/redaction/redact.js";
import type { RateLimit } from "../../../client/core/service/transport/rateLimit.js";
import type { Reply, Transport } from "../../../client/core/service/transport/transport.js";
import { VirtualClock } from "./virtualClock.js";

const SHORT = fc.integer({ min: 1, max: 60 });

/** A service that allows so many requests in each window, and a list of so many pages that is read from it. */
const SCHEDULE = fc.record({
  limit: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 60 })),
  windowMs: fc.constantFrom(300, 1000, 2500, 10_000),
  /** Which answers say how the limit stands, or how long to wait. */
  tells: fc.constantFrom("always" as const, "refusing" as const, "only-wait" as const, "never" as const),
  wholeSeconds: fc.boolean(),
  /** How many milliseconds a request and its answer take. */
  takes: fc.array(fc.oneof({ weight: 9, arbitrary: SHORT }, fc.integer({ min: 60, max: 4000 })), {
    minLength: 1,
    maxLength: 30,
  }),
  pages: fc.integer({ min: 2, max: 80 }),
  atOnce: fc.integer({ min: 1, max: 16 }),
  /** After how many milliseconds a change is sent. */
  changeAt: fc.integer({ min: 0, max: 5000 }),
});

type Schedule = typeof SCHEDULE extends fc.Arbitrary<infer S> ? S : never;

/** Answers as the limit allows. @returns how many were refused too. */
function limitedService({ limit, windowMs, tells, wholeSeconds, takes }: Schedule, clock: VirtualClock) {
  let [left, ends, arrived] = [limit, 0, 0];
  const service = { refused: 0, send };
  async function send(): Promise<Reply> {
    const time = takes[arrived++ % takes.length] ?? 0;
    await clock.sleep(time / 2);
    const now = clock.now();
    if (ends <= now) [left, ends] = [limit, now + windowMs];
    const status = left > 0 ? 200 : 429;
    if (status === 429) service.refused++;
    left = Math.max(left - 1, 0);
    const wait = (ends - now) / 1000;
    const rateLimit = told(status, wholeSeconds ? Math.ceil(wait) : wait);
    await clock.sleep(time / 2);
    return { status, headers: {}, body: Buffer.from("{}"), rateLimit };
  }
  function told(status: number, waitSeconds: number): RateLimit | undefined {
    if (tells === "never" || (tells !== "always" && status !== 429)) return undefined;
    if (tells === "only-wait") return { limit: undefined, remaining: undefined, waitSeconds };
    return { limit, remaining: left, waitSeconds };
  }
  return service;
}

/** The parts of a client that talks to a service of its own. */
function contextOf(service: object, clock: VirtualClock): CallContext {
  const transport = service as Transport;
  return { transport, limiter: new Limiter(clock), clock, host: "127.0.0.1", redactor: createRedactor([]) };
}

/** Reads the first page and then the others, and sends a change in the meantime. */
async function play(schedule: Schedule) {
  const clock = new VirtualClock();
  const service = limitedService(schedule, clock);
  const context = contextOf(service, clock);
  const { signal } = new AbortController();
  const make = (policy: RetryPolicy) =>
    call(context, { operation: "list", method: "GET", path: "/" }, policy, { signal }).then(({ status }) => status);
  let listed = Infinity;
  const others = Array.from({ length: schedule.pages - 1 }, () => READ_RETRIES);
  const list = make(READ_RETRIES)
    .then(() => pLimit(schedule.atOnce).map(others, make))
    .then(() => (listed = clock.now()));
  const change = clock.sleep(schedule.changeAt).then(() => make(CHANGE_RETRIES));
  const ended = Promise.allSettled([list, change]);
  await clock.pass();
  const [ofList, ofChange] = await ended;
  return { list: ofList.status, change: ofChange.status, listed, refused: service.refused };
}

/** How long the list would take someone who knows all that the service knows, at least. */
function leastTime({ pages, limit, windowMs, wholeSeconds, takes, atOnce }: Schedule): number {
  const time = takes.reduce((sum, each) => sum + each, 0) / takes.length;
  const windows = Math.floor((pages + 1) / limit) * Math.max(windowMs, wholeSeconds ? 1000 : 0);
  return windows + (pages * time) / atOnce + Math.max(...takes);
}

it("reads everything under any limit, with few requests too many", async () => {
  await fc.assert(
    fc.asyncProperty(SCHEDULE, async (schedule) => {
      const { windowMs, tells, takes } = schedule;
      const { list, change, listed, refused } = await play(schedule);
      expect(list).toBe("fulfilled");
      if (tells === "always") expect(refused).toBeLessThanOrEqual(1 + listed / windowMs);
      // A change is refused twice only by chance, where its answer takes longer than a window or nothing says how long that is.
      const isQuick = Math.max(...takes) <= windowMs;
      if (tells !== "never" && isQuick) {
        expect(change).toBe("fulfilled");
        expect(listed).toBeLessThan(4 * leastTime(schedule));
      }
    }),
    { numRuns: 100 },
  );
});

it("holds other requests back after a request's last refusal", async () => {
  const clock = new VirtualClock();
  const sentAt: number[] = [];
  const send = () => {
    const status = sentAt.push(clock.now()) > 2 ? 200 : 429;
    const rateLimit = { limit: undefined, remaining: undefined, waitSeconds: 30 };
    return Promise.resolve({ status, headers: {}, body: Buffer.from("{}"), rateLimit });
  };
  const context = contextOf({ send }, clock);
  const request = { operation: "update", method: "PATCH", path: "/" } as const;
  const change = () => call(context, request, CHANGE_RETRIES, new AbortController());
  const [first] = await Promise.all([Promise.allSettled([change()]), clock.pass()]);
  expect(first).toMatchObject([{ reason: { kind: "rate-limited", sent: "no" } }]);
  await Promise.all([change(), clock.pass()]);
  expect(sentAt).toEqual([0, 30_000, 60_000]);
});
