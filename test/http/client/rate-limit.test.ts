import { describe, expect, it } from "vitest";
import { ConnectionStore } from "../../../client/core/connections/store.js";
import { systemClock } from "../../../client/core/service/calls/wait.js";
import { CONNECTIONS } from "../../../client/core/service/transport/dispatcher.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { VirtualClock } from "../../unit/service/virtualClock.js";
import {
  applied,
  clientCredentials,
  connect,
  failure,
  listPages,
  readAll,
  said,
  service,
  TestClock,
  updates,
} from "./support.js";

const { id } = connectionAt(0);
/** The service's own Date, and a moment so many seconds after it. */
const dated = (seconds: number, unit: 1 | 1000 = 1) => String((Math.floor(Date.now() / 1000) + seconds) * unit);
const SECONDS_FROM_NOW = { rateLimitReset: "seconds-from-now" } as const;

describe("after 429", () => {
  it.each([
    ["seconds from now", () => ({ "X-RateLimit-Reset": "12" }), 12],
    ["epoch seconds", () => ({ "X-RateLimit-Reset": dated(12) }), 12],
    ["epoch milliseconds", () => ({ "X-RateLimit-Reset": dated(12, 1000) }), 12],
    ["Retry-After in seconds, which wins", () => ({ "X-RateLimit-Reset": "50", "Retry-After": "7" }), 7],
    ["Retry-After as a date", () => ({ "Retry-After": new Date(Number(dated(9, 1000))).toUTCString() }), 9],
    [
      "a clock that is years off",
      () => ({ Date: "Thu, 01 Jan 2015 00:00:00 GMT", "X-RateLimit-Reset": "1420070420" }),
      20,
    ],
    ["more than a minute", () => ({ "X-RateLimit-Reset": "300" }), 60],
    // What is not to be believed gives backoff: a second, times three quarters by the clock's chance of a half.
    ["no header at all", () => ({}), 0.75],
    ["zero", () => ({ "X-RateLimit-Reset": "0" }), 0.75],
    ["the past", () => ({ "X-RateLimit-Reset": dated(-100) }), 0.75],
    ["nothing", () => ({ "X-RateLimit-Reset": "" }), 0.75],
    ["not a number", () => ({ "X-RateLimit-Reset": "NaN", "Retry-After": "soon" }), 0.75],
    ["a negative number", () => ({ "X-RateLimit-Reset": "-5", "Retry-After": "-1" }), 0.75],
    ["the year 2100", () => ({ "X-RateLimit-Reset": "4102444800" }), 0.75],
    ["more than an hour", () => ({ "Retry-After": "3601" }), 0.75],
    ["an unusable Retry-After beside a usable reset", () => ({ "Retry-After": "0", "X-RateLimit-Reset": "5" }), 5],
  ] as const)("an update waits and is sent once more: %s", async (_, headers, seconds) => {
    const running = await service();
    const clock = new TestClock();
    running.faults.add({ kind: "reply", status: 429, headers: headers() });
    await connect(running, { clock }).client.updateConnection(id, { name: "Later" });
    expect([updates(running), applied(running)]).toEqual([2, 1]);
    // Headers are written in whole seconds, so a second may begin in between.
    expect(clock.waited).toBeGreaterThan(seconds - 1.1);
    expect(clock.waited).toBeLessThan(seconds + 1.1);
  });

  it("counts the seconds down, and then goes on", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "3" } });
    const seconds: number[] = [];
    await connect(running).client.updateConnection(id, { name: "Later" }, { onWait: (left) => seconds.push(left) });
    expect(seconds).toEqual([3, 2, 1, 0]);
  });

  it("an update is sent once more and not a third time", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "3" } }, { times: "always" });
    const error = await failure(connect(running).client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "rate-limited", status: 429, sent: "no" });
    expect(said(error)).toBe("Acme still asks to slow down. Try again in a minute. The update was not applied.");
    expect([updates(running), applied(running)]).toEqual([2, 0]);
  });

  it("a list is asked for again a bounded number of times, each wait a minute at most", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "600" } }, { times: "always" });
    const clock = new TestClock();
    const error = await failure(connect(running, { clock }).client.listPage(0));
    expect(error).toMatchObject({ kind: "rate-limited", operation: "list" });
    expect([running.requests.all().length, clock.waited]).toEqual([6, 300]);
  });

  it("the wait ends when it is cancelled, and nothing more is sent", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "30" } });
    const abort = new AbortController();
    const onWait = () => {
      abort.abort();
    };
    // The system's clock: the test would take half a minute if the wait were not cut short.
    const error = await failure(
      connect(running, { clock: undefined }).client.updateConnection(
        id,
        { name: "x" },
        { signal: abort.signal, onWait },
      ),
    );
    expect(error).toMatchObject({ kind: "cancelled", sent: "no" });
    expect(updates(running)).toBe(1);
  });

  it("a second lost answer after the wait is not sent a third time", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "1" } });
    running.faults.add({ kind: "silence", how: "reset", when: "after" });
    const error = await failure(connect(running).client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "reset", sent: "maybe" });
    expect([updates(running), applied(running)]).toEqual([2, 1]);
  });
});

describe("a large list", () => {
  it("slows down before it runs into the limit", async () => {
    const running = await service({
      connections: 3000,
      choices: SECONDS_FROM_NOW,
      rateLimit: { limit: 10, windowSeconds: 1 },
    });
    const { ids } = await readAll(connect(running, { clock: systemClock }).client);
    expect(ids.length).toBe(3000);
    expect(running.requests.all().map(({ status }) => status)).not.toContain(429);
  });

  it("has no more pages asked for at once than the limit leaves", async () => {
    const limit = CONNECTIONS - 4;
    const running = await service({
      connections: 5000,
      choices: SECONDS_FROM_NOW,
      rateLimit: { limit, windowSeconds: 20 },
    });
    running.faults.add({ kind: "hold", name: "ahead" }, { skip: 1, times: limit - 1 });
    // Time stands still, so no window ends.
    const clock = new VirtualClock();
    const { client } = connect(running, { clock });
    const reading = failure(readAll(client));
    await running.requests.waitFor({ operation: "list" }, limit);
    await running.faults.held("ahead");
    await clock.settle();
    expect(running.requests.all().length).toBe(limit);
    running.faults.release("ahead");
    await running.requests.waitFor({ status: 200 }, limit);
    await client.close();
    expect((await reading).kind).toBe("cancelled");
    expect(running.requests.all().map(({ status }) => status)).toEqual(Array.from({ length: limit }, () => 200));
  });

  it("is read to its end though other clients use up the limit", async () => {
    const clock = new TestClock();
    const running = await service({
      connections: 1500,
      choices: { ...SECONDS_FROM_NOW, retryAfter: "seconds" },
      now: clock.now,
    });
    running.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "5" } }, { skip: 3, times: 4 });
    const { ids } = await readAll(connect(running, { clock }).client);
    expect([ids.length, new Set(ids).size]).toEqual([1500, 1500]);
  });

  it("is not waited for where nobody has asked for it, and goes on from where it was", async () => {
    const clock = new TestClock();
    const running = await service({
      connections: 1500,
      choices: SECONDS_FROM_NOW,
      now: clock.now,
      rateLimit: { limit: 4, windowSeconds: 20 },
    });
    const { client } = connect(running, { clock });
    const store = new ConnectionStore((page, options) => client.listPage(page, options));
    const pauses: number[] = [];
    const fill = () => store.fill({ goOn: () => true, onPause: (seconds) => pauses.push(seconds) });
    await store.load();
    await fill();
    expect(store.snapshot).toMatchObject({ connections: { length: 400 }, loading: false, failure: undefined });
    await fill();
    expect([pauses, clock.waited, running.requests.all().length]).toEqual([[20, 20], 0, 4]);
    await clock.sleep(20_000);
    await fill();
    expect(store.snapshot.connections).toHaveLength(800);
    expect(running.requests.all().map(({ status }) => status)).not.toContain(429);
  });

  it("tells of its waits", async () => {
    const clock = new TestClock();
    const running = await service({
      connections: 500,
      choices: SECONDS_FROM_NOW,
      now: clock.now,
      rateLimit: { limit: 2, windowSeconds: 10 },
    });
    const seconds: number[] = [];
    const pages: number[] = [];
    for await (const { page } of listPages(connect(running, { clock }).client, {
      onWait: (left) => seconds.push(left),
    }))
      pages.push(page);
    expect(pages).toEqual([0, 1, 2, 3, 4, 5]);
    expect(seconds).toContain(10);
    expect(seconds.at(-1)).toBe(0);
  });
});

describe("a wait that someone else has begun", () => {
  const HELD = { kind: "reply", status: 429, headers: { "Retry-After": "30" } } as const;

  /** A client whose service asked an update to wait half a minute; the update was given up after five seconds. */
  async function heldBack() {
    const running = await service({ connections: 3 });
    const { client } = connect(running);
    const abort = new AbortController();
    running.faults.add(HELD, { operation: "update" });
    const error = await failure(
      client.updateConnection(
        running.connections.idAt(0),
        { name: "x" },
        {
          signal: abort.signal,
          onWait: (seconds) => {
            if (seconds === 25) abort.abort();
          },
        },
      ),
    );
    expect(error).toMatchObject({ kind: "cancelled", sent: "no" });
    return { running, client };
  }

  it("is told to the next request, which then goes on", async () => {
    const { running, client } = await heldBack();
    const seconds: number[] = [];
    const { records } = await client.listPage(0, { onWait: (left) => seconds.push(left) });
    expect(seconds).toEqual(Array.from({ length: 26 }, (_, at) => 25 - at));
    expect(records).toHaveLength(3);
    expect([updates(running), running.requests.all({ operation: "list" }).length]).toEqual([1, 1]);
  });

  it("ends for the next request when that is cancelled, and says so", async () => {
    const { running, client } = await heldBack();
    const [abort, seconds] = [new AbortController(), [] as number[]];
    const onWait = (left: number) => {
      seconds.push(left);
      if (left === 20) abort.abort();
    };
    const listing = client.listPage(0, { signal: abort.signal, onWait });
    expect(await failure(listing)).toMatchObject({ kind: "cancelled" });
    expect(seconds).toEqual([25, 24, 23, 22, 21, 20, 0]);
    expect(running.requests.all({ operation: "list" })).toEqual([]);
  });

  it("is told where the connections of a tenant are loaded, and ends with the load", async () => {
    const { running, client } = await heldBack();
    const seconds: number[] = [];
    const onWait = (left: number) => {
      seconds.push(left);
      if (seconds.length === 3) store.stop();
    };
    const store: ConnectionStore = new ConnectionStore((page, { signal }) => client.listPage(page, { signal, onWait }));
    await store.load();
    expect(seconds).toEqual([25, 24, 23, 0]);
    expect(store.snapshot).toMatchObject({ loading: false, failure: { kind: "cancelled" } });
    expect(running.requests.all({ operation: "list" })).toEqual([]);
    await store.refresh();
    expect(store.snapshot).toMatchObject({ loading: false, failure: undefined, connections: { length: 3 } });
  });

  it("ends for one who gives up the wait for a token, and says so", async () => {
    const running = await service({ connections: 3 });
    running.faults.add(HELD, { operation: "token" });
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    const [seconds, abort] = [[] as number[], new AbortController()];
    const onWait = (left: number) => {
      seconds.push(left);
      if (left === 28) abort.abort();
    };
    const listing = client.listPage(0, { signal: abort.signal, onWait });
    expect(await failure(listing)).toMatchObject({ kind: "cancelled" });
    expect(seconds).toEqual([30, 29, 28, 0]);
  });

  it("is told to all who wait for the same token", async () => {
    const running = await service({ connections: 3 });
    running.faults.add(HELD, { operation: "token" });
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    const told = [[], []] as number[][];
    await Promise.all([
      client.listPage(0, { onWait: (left) => told[0]?.push(left) }),
      client.preflightFailure({ onWait: (left) => told[1]?.push(left) }),
    ]);
    expect(told[0]).toEqual(Array.from({ length: 31 }, (_, at) => 30 - at));
    expect(told[1]).toEqual(told[0]);
    expect(running.requests.all({ operation: "token" }).map(({ status }) => status)).toEqual([429, 200]);
  });
});

it("the log has no request id that gives a secret away", async () => {
  const running = await service();
  const { client, lines } = connect(running);
  running.faults.add({
    kind: "reply",
    status: 400,
    body: "{}",
    headers: { "X-Request-Id": running.accessToken.slice(-20) },
  });
  await failure(client.listPage(0));
  expect(lines).toEqual([expect.stringMatching(/^GET \/api\/v2\/flows\/vault\/connections: 400 in \d+ ms$/)]);
});

it("the log has the figures", async () => {
  const running = await service({
    rateLimit: { limit: 5, windowSeconds: 20 },
    choices: { ...SECONDS_FROM_NOW, requestIdHeader: "X-Request-Id" },
  });
  const { client, lines } = connect(running);
  await client.listPage(0);
  expect(lines[0]).toMatch(
    /^GET \/api\/v2\/flows\/vault\/connections: 200 in \d+ ms, request [\w-]+, 4 of 5 requests left, more in 20 s$/,
  );
});
