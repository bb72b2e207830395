import { describe, expect, it } from "vitest";
import { connect, failure, messageOf, openService, signingIn, TestClock, rename, served } from "./support.js";

/** The service's own Date, and a moment so many seconds after it. */
const dated = (seconds: number, unit: 1 | 1000 = 1) => String((Math.floor(Date.now() / 1000) + seconds) * unit);

function refusal(seconds: number) {
  return { kind: "reply", status: 429, headers: { "Retry-After": String(seconds) } } as const;
}

/** Hears of a wait each second. @param on what is done after so many of them */
function countdown(on: { readonly after?: number; readonly then?: () => void } = {}) {
  const seconds: number[] = [];
  const onWait = (left: number) => {
    seconds.push(left);
    if (seconds.length === on.after) on.then?.();
  };
  return { seconds, onWait };
}

function from(first: number, last: number): readonly number[] {
  return Array.from({ length: first - last + 1 }, (_, at) => first - at);
}

describe("the response 429", () => {
  it.each([
    ["seconds from now", () => ({ "X-RateLimit-Reset": "12" }), 12],
    ["epoch seconds", () => ({ "X-RateLimit-Reset": dated(12) }), 12],
    ["epoch milliseconds", () => ({ "X-RateLimit-Reset": dated(12, 1000) }), 12],
    ["Retry-After in seconds, which wins", () => ({ "X-RateLimit-Reset": "50", "Retry-After": "7" }), 7],
    ["Retry-After as a date", () => ({ "Retry-After": new Date(Number(dated(9, 1000))).toUTCString() }), 9],
    ["a clock years off", () => ({ Date: "Thu, 01 Jan 2015 00:00:00 GMT", "X-RateLimit-Reset": "1420070420" }), 20],
    ["more than a minute", () => ({ "X-RateLimit-Reset": "300" }), 60],
    // What isn't to be believed gives backoff: a second, times three quarters by the clock's chance of a half.
    ["no header at all", () => ({}), 0.75],
    ["zero", () => ({ "X-RateLimit-Reset": "0" }), 0.75],
    ["the past", () => ({ "X-RateLimit-Reset": dated(-100) }), 0.75],
    ["not a number", () => ({ "X-RateLimit-Reset": "NaN", "Retry-After": "soon" }), 0.75],
    ["a negative number", () => ({ "X-RateLimit-Reset": "-5", "Retry-After": "-1" }), 0.75],
    ["more than an hour", () => ({ "Retry-After": "3601" }), 0.75],
    ["an unusable Retry-After beside a usable reset", () => ({ "Retry-After": "0", "X-RateLimit-Reset": "5" }), 5],
  ] as const)("sends an update again after a wait: %s", async (_, headers, seconds) => {
    const running = await openService();
    const clock = new TestClock();
    running.faults.add({ kind: "reply", status: 429, headers: headers() });
    await rename(connect(running, { clock }).client);
    expect(running.requests.sent).toEqual([2, 1]);
    // Headers are written in whole seconds, so a second may begin in between.
    expect(Math.abs(clock.waited - seconds)).toBeLessThan(1.1);
  });

  it("sends an update twice at most", async () => {
    const { running, client } = await served(refusal(3), { times: "always" });
    const { seconds, onWait } = countdown();
    const error = await failure(rename(client, { onWait }));
    expect(error).toMatchObject({ kind: "rate-limited", status: 429, sent: "no" });
    expect(messageOf(error)).toBe(
      "Acme is still limiting requests. Try again in a minute. The update was not applied.",
    );
    expect([seconds, ...running.requests.sent]).toEqual([[3, 2, 1, 0], 2, 0]);
  });

  it("requests a list a limited number of times, after at most a minute each", async () => {
    const running = await openService();
    running.faults.add(refusal(600), { times: "always" });
    const clock = new TestClock();
    const error = await failure(connect(running, { clock }).client.listPage(0));
    expect(error).toMatchObject({ kind: "rate-limited", operation: "list" });
    expect([running.requests.all().length, clock.waited]).toEqual([6, 300]);
  });
});

describe("a wait of another request", () => {
  it("is reported to the next request, which then goes on", async () => {
    const { running, client } = await served(refusal(30), { operation: "update" });
    const abort = new AbortController();
    // The update is given up after five seconds.
    const options = { signal: abort.signal, ...countdown({ after: 6, then: abort.abort.bind(abort) }) };
    expect(await failure(rename(client, options))).toMatchObject({ kind: "cancelled", sent: "no" });
    const { seconds, onWait } = countdown();
    expect((await client.listPage(0, { onWait })).records).toHaveLength(12);
    expect(seconds).toEqual(from(25, 0));
    expect([running.requests.updates, running.requests.all({ operation: "list" }).length]).toEqual([1, 1]);
  });

  it("ends for a request that cancels the wait for a token", async () => {
    const { client } = await signingIn(refusal(30));
    const abort = new AbortController();
    const { seconds, onWait } = countdown({ after: 3, then: abort.abort.bind(abort) });
    expect(await failure(client.listPage(0, { signal: abort.signal, onWait }))).toMatchObject({ kind: "cancelled" });
    expect(seconds).toEqual([30, 29, 28, 0]);
  });

  it("is reported to all who wait for the same token", async () => {
    const { running, client } = await signingIn(refusal(30));
    const [listing, preflight] = [countdown(), countdown()];
    await Promise.all([client.listPage(0, listing), client.preflightFailure(preflight)]);
    expect([listing.seconds, preflight.seconds]).toEqual([from(30, 0), from(30, 0)]);
    expect(running.requests.all({ operation: "token" }).map(({ status }) => status)).toEqual([429, 200]);
  });
});

it("logs the figures, and no request ID that reveals a secret", async () => {
  const limit = { "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "X-RateLimit-Reset": "20" };
  const { running, client, lines } = await served({
    kind: "reply",
    status: 200,
    body: "[]",
    headers: { ...limit, "X-Request-Id": "of-a-list" },
  });
  await client.listPage(0);
  running.faults.add({ kind: "reply", status: 400, headers: { "X-Request-Id": running.accessToken.slice(-20) } });
  await failure(client.listPage(0));
  expect(lines).toEqual([
    expect.stringMatching(/connections: 200 in \d+ ms, request of-a-list, 4 of 5 requests left, more in 20 s$/),
    expect.stringMatching(/^GET \/api\/v2\/flows\/vault\/connections: 400 in \d+ ms$/),
  ]);
});
