import { describe, expect, it } from "vitest";
import type { PushStage } from "../../../client/core/push/run.js";
import { checkSentPushes } from "../../../client/core/push/verify.js";
import type { Service } from "../../service/service.js";
import { applied, clientCredentials, connect, service, updates } from "../client/support.js";
import {
  openHastyWindow,
  push,
  pushTo,
  rememberNow,
  requestFor,
  said,
  type Follow,
  type Wanted,
  type Window,
} from "./support.js";

const UPDATE = { operation: "update" } as const;
const LIST = { operation: "list" } as const;

/** A push that is about to begin. What is arranged for it may change its parts. */
interface Scene {
  readonly to: Service;
  window: Window;
  readonly abort: AbortController;
  wanted: Wanted;
  follow: Follow;
}

/** @returns the name of what is held until it is cancelled, if anything is. */
type Arrange = (scene: Scene) => string | undefined;

function atStage(stage: PushStage): Arrange {
  return (scene) => {
    scene.follow = {
      onStage: (now) => {
        if (now === stage) scene.abort.abort();
      },
    };
    return undefined;
  };
}

function whileHeld(operation: "token" | "list", skip = 0): Arrange {
  return ({ to }) => {
    to.faults.add({ kind: "hold", name: "held" }, { operation, skip });
    return "held";
  };
}

function someoneChanges({ to }: Scene): void {
  to.connections.change(to.connections.idAt(0), { ready: false });
}

describe("cancelling a push", () => {
  it.each<[string, Arrange]>([
    ["before anything", atStage("checking")],
    ["when the review begins", atStage("reviewing")],
    ["when sending begins", atStage("sending")],
    [
      "while the person is asked about a change, whatever the answer",
      (scene) => {
        scene.wanted = { remembered: rememberNow(scene.to) };
        someoneChanges(scene);
        scene.window.decisions.onDrift = () => (scene.abort.abort(), "push");
        return undefined;
      },
    ],
    [
      "while the person reviews, whatever the answer",
      ({ window, abort }) => {
        window.decisions.confirm = () => (abort.abort(), Promise.resolve(true));
        return undefined;
      },
    ],
    [
      "while the person is asked about a change that was made during the review",
      (scene) => {
        scene.window.decisions.confirm = () => (someoneChanges(scene), Promise.resolve(true));
        scene.window.decisions.onDrift = () => (scene.abort.abort(), "push");
        return undefined;
      },
    ],
    [
      "while a token is waited for",
      (scene) => {
        const { client } = connect(scene.to, { credential: () => Promise.resolve(clientCredentials(scene.to)) });
        scene.window = { ...scene.window, client };
        return whileHeld("token")(scene);
      },
    ],
    ["while the record is read", whileHeld("list")],
    ["while the record is read just before sending", whileHeld("list", 1)],
  ])("%s sends nothing and leaves no trace", async (_, arrange) => {
    const to = await service();
    const scene: Scene = { to, window: openHastyWindow(to), abort: new AbortController(), wanted: {}, follow: {} };
    const held = arrange(scene);
    const { window, abort, wanted, follow } = scene;
    const pushing = push(to, window, wanted, { ...follow, signal: abort.signal });
    if (held !== undefined) {
      await to.faults.held(held);
      abort.abort();
    }
    expect(await pushing).toEqual({ kind: "cancelled" });
    expect([updates(to), window.context.journal.open, window.history.lines]).toEqual([0, [], []]);
  });

  it("while it waits for the rate limit: it was not applied, and is not sent again", async () => {
    const to = await service();
    const abort = new AbortController();
    to.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "30" } }, UPDATE);
    const onWait = (seconds: number) => {
      if (seconds === 25) abort.abort();
    };
    const outcome = await push(to, openHastyWindow(to), {}, { signal: abort.signal, onWait });
    expect(outcome).toEqual({ kind: "cancelled" });
    expect([updates(to), applied(to)]).toEqual([1, 0]);
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
});

describe("the outcome of a push is unknown, and that is said,", () => {
  it.each([
    ["answer", "The response was lost. Unknown: the tenant Acme was changed or removed."],
    ["look", "The response was lost. Unknown: the tenant Acme was changed or removed."],
    ["search", "The response was lost. Unknown: the check was canceled."],
    ["wait", "The response was lost. Unknown: the check was canceled."],
  ])("where the tenant is changed, or the search ended, during the %s", async (what, text) => {
    const to = await service();
    const window = openHastyWindow(to);
    const stop = new AbortController();
    if (what === "answer") to.faults.add({ kind: "hold", name: "held", when: "after" }, UPDATE);
    else to.faults.add({ kind: "silence", how: "reset", when: what === "wait" ? "before" : "after" }, UPDATE);
    if (what === "wait") window.clock.sleep = () => (stop.abort(), Promise.reject(new Error("aborted")));
    else to.faults.add({ kind: "hold", name: "held" }, { ...LIST, skip: 2 });
    const pushing = push(to, window, { name: "Renamed" }, { stopVerifying: stop.signal });
    if (what !== "wait") await to.faults.held("held");
    if (what === "search") stop.abort();
    else if (what !== "wait") await window.client.close();
    const outcome = await pushing;
    expect([outcome.kind, said(outcome)]).toEqual(["unknown", text]);
    expect([updates(to), window.context.journal.open.length]).toEqual([1, 1]);
  });

  it("where both what is sent and the search are cancelled, until it is checked again", async () => {
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
    const checked = await checkSentPushes(window.context.journal.open, () => window.client, window.context);
    expect(checked.results).toMatchObject([{ outcome: { kind: "applied" } }]);
    expect([updates(to), applied(to), window.context.journal.open]).toEqual([1, 1, []]);
  });
});
