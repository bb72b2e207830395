import { describe, expect, it } from "vitest";
import type { PushStage } from "../../../client/core/push/run.js";
import { checkSentPushes } from "../../../client/core/push/verify.js";
import { applied, clientCredentials, connect, service, updates } from "../client/support.js";
import { openHastyWindow, push, pushAll, pushTo, rememberNow, requestFor, said } from "./support.js";

const UPDATE = { operation: "update" } as const;
const LIST = { operation: "list" } as const;

describe("cancelling a push", () => {
  it.each<[string, PushStage]>([
    ["before anything", "checking"],
    ["when the review begins", "reviewing"],
    ["when sending begins", "sending"],
  ])("%s sends nothing", async (_, at) => {
    const to = await service();
    const window = openHastyWindow(to);
    const abort = new AbortController();
    const outcome = await push(
      to,
      window,
      {},
      {
        signal: abort.signal,
        onStage: (stage) => {
          if (stage === at) abort.abort();
        },
      },
    );
    expect([outcome.kind, updates(to)]).toEqual(["cancelled", 0]);
    expect(window.context.journal.open).toEqual([]);
  });

  it.each(["onDrift", "confirm"] as const)(
    "while the person is asked (%s) sends nothing, whatever the answer",
    async (question) => {
      const to = await service();
      const window = openHastyWindow(to);
      const remembered = rememberNow(to);
      to.connections.change(to.connections.idAt(0), { ready: false });
      const abort = new AbortController();
      if (question === "onDrift") window.decisions.onDrift = () => (abort.abort(), "push");
      else window.decisions.confirm = () => (abort.abort(), Promise.resolve(true));
      expect(await push(to, window, { remembered }, { signal: abort.signal })).toEqual({ kind: "cancelled" });
      expect(updates(to)).toBe(0);
    },
  );

  it("while the person is asked about a change that was made during the review leaves no trace, whatever the answer", async () => {
    const to = await service();
    const window = openHastyWindow(to);
    const abort = new AbortController();
    window.decisions.confirm = () => {
      to.connections.change(to.connections.idAt(0), { name: "Meanwhile" });
      return Promise.resolve(true);
    };
    window.decisions.onDrift = () => (abort.abort(), "push");
    expect(await push(to, window, {}, { signal: abort.signal })).toEqual({ kind: "cancelled" });
    expect([updates(to), window.context.journal.open, window.history.lines]).toEqual([0, [], []]);
  });

  it("while a token is waited for sends nothing", async () => {
    const to = await service();
    const abort = new AbortController();
    const { client } = connect(to, { credential: () => Promise.resolve(clientCredentials(to)) });
    to.faults.add({ kind: "hold", name: "token" }, { operation: "token" });
    const pushing = push(to, { ...openHastyWindow(to), client }, {}, { signal: abort.signal });
    await to.faults.held("token");
    abort.abort();
    expect(await pushing).toEqual({ kind: "cancelled" });
    expect(updates(to)).toBe(0);
  });

  it.each([0, 1])("while the record is read (time %i) sends nothing", async (skip) => {
    const to = await service();
    const abort = new AbortController();
    to.faults.add({ kind: "hold", name: "list" }, { ...LIST, skip });
    const pushing = push(to, openHastyWindow(to), {}, { signal: abort.signal });
    await to.faults.held("list");
    abort.abort();
    expect(await pushing).toEqual({ kind: "cancelled" });
    expect(updates(to)).toBe(0);
  });

  it.each([
    ["after", "applied", "applied", 1],
    ["before", "pending", "notApplied", 0],
  ] as const)(
    "while the answer is awaited still tells its outcome (%s it took effect)",
    async (when, first, last, took) => {
      const to = await service();
      const abort = new AbortController();
      to.faults.add({ kind: "silence", how: "hang", when }, UPDATE);
      const window = openHastyWindow(to);
      const pushing = pushTo(window, requestFor(to, window, { name: "Renamed" }), { signal: abort.signal });
      await to.requests.waitFor(took === 1 ? { ...UPDATE, applied: true } : UPDATE);
      abort.abort();
      expect(await pushing).toMatchObject({ at: { kind: first }, end: { kind: last } });
      expect([updates(to), applied(to)]).toEqual([1, took]);
    },
  );

  it("while it waits for the rate limit: it was not applied, and is not sent again", async () => {
    const to = await service();
    const abort = new AbortController();
    to.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "30" } }, UPDATE);
    const outcome = await push(
      to,
      openHastyWindow(to),
      {},
      {
        signal: abort.signal,
        onWait: (seconds) => {
          if (seconds === 25) abort.abort();
        },
      },
    );
    expect(outcome).toEqual({ kind: "cancelled" });
    expect([updates(to), applied(to)]).toEqual([1, 0]);
  });

  it.each(["answer", "look"])(
    "by changing or removing the tenant while the push waits for the %s: its outcome is unknown, and that is said",
    async (held) => {
      const to = await service();
      const window = openHastyWindow(to);
      if (held === "answer") to.faults.add({ kind: "hold", name: "answer", when: "after" }, UPDATE);
      else to.faults.add({ kind: "silence", how: "reset", when: "after" }, UPDATE);
      to.faults.add({ kind: "hold", name: "look" }, { ...LIST, skip: 2 });
      const pushing = push(to, window, { name: "Renamed" });
      await to.faults.held(held);
      await window.client.close();
      const outcome = await pushing;
      expect(outcome).toMatchObject({ kind: "unknown", why: "withdrawn" });
      expect(said(outcome)).toBe("The response was lost. Unknown: the tenant Acme was changed or removed.");
      expect([updates(to), applied(to), window.context.journal.open.length]).toEqual([1, 1, 1]);
    },
  );

  it("ends the search for a lost answer, which then stays unknown", async () => {
    const to = await service();
    const window = openHastyWindow(to);
    const stop = new AbortController();
    to.faults.add({ kind: "silence", how: "reset", when: "after" }, UPDATE);
    to.faults.add({ kind: "hold", name: "look" }, { ...LIST, skip: 2 });
    const pushing = push(to, window, { name: "Renamed" }, { stopVerifying: stop.signal });
    await to.faults.held("look");
    stop.abort();
    const outcome = await pushing;
    expect(outcome).toMatchObject({ kind: "unknown" });
    expect(said(outcome)).toBe("The response was lost. Unknown: the check was canceled.");
    expect([updates(to), applied(to), window.context.journal.open.length]).toEqual([1, 1, 1]);
  });

  it("ends the wait between two looks as well", async () => {
    const to = await service();
    const window = openHastyWindow(to);
    const stop = new AbortController();
    to.faults.add({ kind: "silence", how: "reset", when: "before" }, UPDATE);
    const clock = {
      ...window.context.clock,
      now: () => 0,
      elapsed: () => 0,
      random: () => 0,
      sleep: () => (stop.abort(), Promise.reject(new Error("aborted"))),
    };
    const outcome = await push(
      to,
      { ...window, context: { ...window.context, clock } },
      {},
      { stopVerifying: stop.signal },
    );
    expect(outcome).toMatchObject({ kind: "unknown", why: "stopped" });
    expect([updates(to), applied(to), window.context.journal.open.length]).toEqual([1, 0, 1]);
  });

  it("twice, first what is being sent and then the search for the outcome, leaves it unknown until it is checked again", async () => {
    const to = await service();
    const window = openHastyWindow(to);
    const [abort, stop] = [new AbortController(), new AbortController()];
    to.faults.add({ kind: "silence", how: "hang", when: "after" }, UPDATE);
    to.faults.add({ kind: "hold", name: "look" }, { ...LIST, skip: 2 });
    const pushing = push(to, window, { name: "Renamed" }, { signal: abort.signal, stopVerifying: stop.signal });
    await to.requests.waitFor({ ...UPDATE, applied: true });
    abort.abort();
    await to.faults.held("look");
    stop.abort();
    const { file } = requestFor(to, window);
    expect(window.context.journal.unknownOf(file)).toBeUndefined();
    const outcome = await pushing;
    expect(window.context.journal.unknownOf(file)).toMatchObject({ id: to.connections.idAt(0) });
    expect(said(outcome)).toBe("You stopped waiting. Unknown: the check was canceled.");
    to.faults.clear();
    const [entry] = window.context.journal.open;
    const checked = await checkSentPushes(entry ? [entry] : [], () => window.client, window.context);
    expect(checked.results).toMatchObject([{ outcome: { kind: "applied" } }]);
    expect([updates(to), applied(to), window.context.journal.open]).toEqual([1, 1, []]);
  });

  it("many leaves those that were being sent unknown, where the search for the outcome is cancelled too", async () => {
    const to = await service();
    const window = openHastyWindow(to);
    const [abort, stop] = [new AbortController(), new AbortController()];
    to.faults.add({ kind: "silence", how: "hang", when: "after" }, { ...UPDATE, times: 4 });
    const requests = Array.from({ length: 6 }, (_, at) =>
      requestFor(to, window, { id: to.connections.idAt(at), name: `New ${at}` }),
    );
    const stages: PushStage[] = [];
    const pushing = pushAll(window, requests, {
      signal: abort.signal,
      stopVerifying: stop.signal,
      onStage: (stage) => {
        stages.push(stage);
        if (stage === "verifying") stop.abort();
      },
    });
    await to.requests.waitFor({ ...UPDATE, applied: true }, 4);
    abort.abort();
    const { results } = await pushing;
    expect(results.map(({ outcome }) => outcome.kind).sort()).toEqual([
      "cancelled",
      "cancelled",
      "unknown",
      "unknown",
      "unknown",
      "unknown",
    ]);
    expect([stages.filter((stage) => stage === "verifying").length, updates(to)]).toEqual([4, 4]);
  });
});
