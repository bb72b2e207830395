import { describe, expect, it } from "vitest";
import type { PushProgress } from "../../../client/core/push/context.js";
import { verifySentPushes } from "../../../client/core/push/verifyPush.js";
import { connectClient, LIST_AFTER_UPDATE, UPDATE } from "../client/support.js";
import { push, pushTo, rememberNow, requestFor, textOf, setUpPush } from "./support.js";

type SetUp = Awaited<ReturnType<typeof setUpPush>>;

function expectNoTrace({ service, window }: SetUp): void {
  expect([service.requests.updates, window.context.journal.open, window.history.lines]).toEqual([0, [], []]);
}

function someoneChanges({ service, id }: SetUp): void {
  service.connections.change(id, { ready: false });
}

describe("a push that ends before it's sent", () => {
  it("leaves no trace if the tenant is withdrawn", async () => {
    const given = await setUpPush();
    const { service, window } = given;
    const onProgress = ({ stage }: PushProgress) => {
      if (stage === "sending") void window.client.close();
    };
    expect(await push(service, window, {}, { onProgress })).toEqual({ kind: "withdrawn" });
    expectNoTrace(given);
  });

  it.each<[string, (given: SetUp, cancel: () => void) => void]>([
    [
      "is asked about a change",
      (given, cancel) => {
        someoneChanges(given);
        given.window.decisions.onDrift = () => (cancel(), "push");
      },
    ],
    [
      "reviews",
      ({ window }, cancel) => {
        window.decisions.confirm = () => (cancel(), Promise.resolve(true));
      },
    ],
    [
      "is asked about a change that was made during the review",
      (given, cancel) => {
        given.window.decisions.confirm = () => (someoneChanges(given), Promise.resolve(true));
        given.window.decisions.onDrift = () => (cancel(), "push");
      },
    ],
  ])("sends nothing if it ends while the user %s", async (_, arrange) => {
    const given = await setUpPush();
    const abort = new AbortController();
    const remembered = rememberNow(given.service);
    arrange(given, abort.abort.bind(abort));
    expect(await push(given.service, given.window, { remembered }, { signal: abort.signal })).toEqual({
      kind: "cancelled",
    });
    expectNoTrace(given);
  });

  it.each([
    ["a token", "token", 0],
    ["the record", "list", 0],
    ["the record just before it is sent", "list", 1],
  ] as const)("sends nothing if it ends while it waits for %s", async (_, operation, skip) => {
    const given = await setUpPush();
    const { service, window } = given;
    service.faults.add({ kind: "hold", name: "held" }, { operation, skip });
    const abort = new AbortController();
    const { client } = connectClient(service);
    const pushing = push(service, { ...window, client }, {}, { signal: abort.signal });
    await service.faults.held("held");
    abort.abort();
    expect(await pushing).toEqual({ kind: "cancelled" });
    expectNoTrace(given);
  });
});

describe("a push that's canceled", () => {
  it("isn't sent again if it waits for the rate limit", async () => {
    const { service, window } = await setUpPush({ kind: "reply", status: 429, headers: { "Retry-After": "30" } });
    const abort = new AbortController();
    const onWait = (seconds: number) => {
      if (seconds === 25) abort.abort();
    };
    expect(await push(service, window, {}, { signal: abort.signal, onWait })).toEqual({ kind: "cancelled" });
    expect(service.requests.sent).toEqual([1, 0]);
  });

  it.each([
    ["after", "applied", "applied", 1],
    ["before", "pending", "notApplied", 0],
  ] as const)(
    "still reports its outcome while it waits for the response (%s it was applied)",
    async (when, first, last, took) => {
      const { service, window } = await setUpPush({ kind: "silence", how: "hang", when });
      const abort = new AbortController();
      const pushing = pushTo(window, requestFor(service, window, { name: "Renamed" }), { signal: abort.signal });
      await service.requests.waitFor(took === 1 ? { ...UPDATE, applied: true } : UPDATE);
      abort.abort();
      expect(await pushing).toMatchObject({ at: { kind: first }, end: { kind: last } });
      expect(service.requests.sent).toEqual([1, took]);
    },
  );
});

describe("a push whose verification ends", () => {
  it.each([
    ["answer", "The response was lost. Unknown: the tenant Acme was changed or removed."],
    ["look", "The response was lost. Unknown: the tenant Acme was changed or removed."],
    ["search", "The response was lost. Unknown: the check was canceled."],
    ["wait", "The response was lost. Unknown: the check was canceled."],
  ])("is unknown if the tenant changed or the search ended during the %s", async (what, text) => {
    const { service, window } = await setUpPush();
    const stop = new AbortController();
    if (what === "answer") service.faults.add({ kind: "hold", name: "held", when: "after" }, UPDATE);
    else service.faults.add({ kind: "silence", how: "reset", when: what === "wait" ? "before" : "after" }, UPDATE);
    if (what === "wait") window.clock.sleep = () => (stop.abort(), Promise.reject(new Error("aborted")));
    else service.faults.add({ kind: "hold", name: "held" }, LIST_AFTER_UPDATE);
    const pushing = push(service, window, { name: "Renamed" }, { stopVerifying: stop.signal });
    if (what !== "wait") await service.faults.held("held");
    if (what === "search") stop.abort();
    else if (what !== "wait") await window.client.close();
    const outcome = await pushing;
    expect([outcome.kind, textOf(outcome)]).toEqual(["unknown", text]);
    expect([service.requests.updates, window.context.journal.open.length]).toEqual([1, 1]);
  });

  it("is unknown if sending and searching are canceled, until it's checked", async () => {
    const { service, window, id } = await setUpPush({ kind: "silence", how: "hang", when: "after" });
    const [abort, stop] = [new AbortController(), new AbortController()];
    service.faults.add({ kind: "hold", name: "look" }, LIST_AFTER_UPDATE);
    const pushing = push(service, window, { name: "Renamed" }, { signal: abort.signal, stopVerifying: stop.signal });
    await service.requests.waitFor({ ...UPDATE, applied: true });
    abort.abort();
    await service.faults.held("look");
    stop.abort();
    const { file } = requestFor(service, window);
    expect(window.context.journal.unknownOf(file)).toBeUndefined();
    const outcome = await pushing;
    expect(window.context.journal.unknownOf(file)).toMatchObject({ id });
    expect(textOf(outcome)).toBe("You stopped waiting. Unknown: the check was canceled.");
    service.faults.clear();
    const checked = await verifySentPushes(window.context.journal.open, () => window.client, window.context);
    expect(checked.results).toMatchObject([{ outcome: { kind: "applied" } }]);
    expect([...service.requests.sent, window.context.journal.open]).toEqual([1, 1, []]);
  });
});
