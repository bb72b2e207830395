import { describe, expect, it } from "vitest";
import { whenEnded } from "../../../client/core/push/events.js";
import type { PushResult } from "../../../client/core/push/pushTypes.js";
import { FileActivities } from "../../../client/core/push/state/fileActivities.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import { verifySentPushes } from "../../../client/core/push/verifyPush.js";
import type { Fault } from "../../service/faults.js";
import { openService, LIST, LIST_AFTER_UPDATE, UPDATE } from "../client/support.js";
import { TextStorage } from "../../unit/storage.js";
import { interruptedPush, openHastyWindow, push, pushAll, pushTo, requestFor, textOf, setUpPush } from "./support.js";

/** An answer that is given up while the service goes on, as behind a gateway. */
const GIVEN_UP: readonly (readonly [string, Fault])[] = [
  ["a time-out", { kind: "silence", how: "hang", when: "before" }],
  ["504", { kind: "reply", status: 504 }],
];

it("reports pushing, checking, and checking again after a lost response", async () => {
  const { service, window } = await setUpPush({ kind: "silence", how: "reset", when: "after" });
  const { context } = window;
  const activities = new FileActivities();
  const request = requestFor(service, window, { name: "Renamed" });
  const seen: (string | undefined)[] = [];
  activities.onDidChange((file) => seen.push(activities.of(file)));
  window.decisions.confirm = () => Promise.resolve(seen.push("review") > 0);
  const listeners = [...context.listeners, activities.onPush];
  await pushTo({ ...window, context: { ...context, listeners } }, request);
  expect(seen).toEqual(["checking", undefined, "review", "pushing", "checking", "pushing", undefined]);
  expect(activities.of(request.file)).toBeUndefined();
});

describe("an unchanged record after a lost response", () => {
  it.each(GIVEN_UP)("means not applied yet after %s, and not applied after a minute", async (_, fault) => {
    const { service, window } = await setUpPush(fault);
    const request = requestFor(service, window, { name: "Renamed" });
    const { at, end } = await pushTo(window, request);
    expect(at).toMatchObject({ kind: "pending", why: "unchanged" });
    expect(textOf(at)).toContain("Not applied yet: Salesforce is unchanged. Checking for another minute.");
    expect(end).toMatchObject({ kind: "notApplied" });
    // It's looked at at once, and 2, 10, 30 and 60 seconds later.
    expect(window.clock.waits).toEqual([2000, 8000, 20_000, 30_000]);
    expect([...service.requests.sent, window.context.journal.open.length]).toEqual([1, 0, 0]);
    expect(window.history.lines.map(({ outcome }) => outcome)).toEqual(["notApplied"]);
  });

  it.each([3_600_000, -3_600_000])(
    "means not applied after a minute, even if the clock moves by %i ms",
    async (set) => {
      const { service, window } = await setUpPush({ kind: "reply", status: 504 });
      const { clock } = window;
      const sleep = clock.sleep.bind(clock);
      clock.sleep = (...wait) => {
        clock.sleep = sleep;
        clock.set(set);
        return sleep(...wait);
      };
      const started = clock.elapsed();
      const { results, later } = await pushAll(window, [requestFor(service, window, { name: "Renamed" })]);
      expect(results).toMatchObject([{ outcome: { kind: "pending" } }]);
      expect(await later).toMatchObject([{ outcome: { kind: "notApplied" } }]);
      const waited = clock.elapsed() - started;
      expect(waited).toBeGreaterThanOrEqual(60_000);
      expect(waited).toBeLessThan(120_000);
    },
  );

  it.each(GIVEN_UP)("is reported as applied if that happens after %s", async (_, fault) => {
    const { service, window, id } = await setUpPush(fault);
    // Both looks while the user waits see the record as it was; the update is applied behind the second.
    const act = () => service.connections.change(id, { name: "Renamed" });
    service.faults.add({ kind: "meanwhile", when: "after", act }, { ...LIST_AFTER_UPDATE, skip: 1 });
    const { at, end } = await pushTo(window, requestFor(service, window, { id, name: "Renamed" }));
    expect([at.kind, end.kind, service.requests.updates]).toEqual(["pending", "applied", 1]);
    expect(window.context.journal.open).toEqual([]);
  });

  it("doesn't block the next push, which ends these checks", async () => {
    const { service, window } = await setUpPush({ kind: "reply", status: 504 });
    // The clock stands still after the first looks, as it does for anyone who goes on working.
    let release = (): void => undefined;
    const minute = new Promise<void>((resolve) => (release = resolve));
    const clock = {
      ...window.context.clock,
      now: () => 0,
      elapsed: () => 0,
      random: () => 0,
      sleep: (ms: number) => (ms > 5000 ? minute : Promise.resolve()),
    };
    const patient = { ...window, context: { ...window.context, clock } };
    const { results, later } = await pushAll(patient, [requestFor(service, window, { name: "Renamed" })]);
    expect(results).toMatchObject([{ outcome: { kind: "pending" } }]);
    expect(await push(service, window, { name: "Renamed" })).toMatchObject({ kind: "done" });
    release();
    expect(await later).toEqual([]);
    expect(window.context.journal.open).toEqual([]);
    expect(window.history.lines.map(({ outcome }) => outcome)).toEqual(["done", "unknown"]);
    expect(service.requests.updates).toBe(2);
  });
});

it.each([
  ["while the user waits", 3, "applied", "applied"],
  ["as long as the user waits", 6, "unseen", "applied"],
  ["in the background too", 12, "unseen", "applied"],
  ["and all others too: only then it is not known", 15, "unseen", "unknown"],
] as const)("continues after a check that failed: %s", async (_, times, first, last) => {
  const { service, window } = await setUpPush({ kind: "silence", how: "reset", when: "after" });
  // Each look makes three requests before it is given up.
  service.faults.add({ kind: "reply", status: 503 }, { ...LIST_AFTER_UPDATE, times });
  const { at, end } = await pushTo(window, requestFor(service, window, { name: "Renamed" }));
  expect([at.kind, end.kind]).toEqual([first, last]);
  expect([...service.requests.sent, window.context.journal.open.length]).toEqual([1, 1, last === "unknown" ? 1 : 0]);
});

it("is called not applied yet only if it was read", async () => {
  const { service, window } = await setUpPush({ kind: "reply", status: 504 });
  service.faults.add({ kind: "reply", status: 503 }, { ...LIST_AFTER_UPDATE, times: 6 });
  const { journal } = window.context;
  const seen: unknown[] = [];
  window.history.onDidChange(() =>
    seen.push([window.history.lines[0]?.outcome, journal.open[0] && journal.activityOf(journal.open[0].file)]),
  );
  const { at } = await pushTo(window, requestFor(service, window, { name: "Renamed" }));
  expect(textOf(at)).toMatch(/^.*Unknown: Salesforce couldn't be read again\..* Checking for another minute\.$/);
  expect(seen).toEqual([
    ["unseen", "unseen"],
    ["pending", "pending"],
    ["notApplied", undefined],
  ]);
});

it("isn't known if the service lists an earlier state than before the push", async () => {
  const { service, window, id } = await setUpPush({ kind: "reply", status: 504 });
  const goBack: Fault = {
    kind: "meanwhile",
    when: "before",
    act: (store) => store.change(id, { fingerprint: "earlier", updated_at: "2001-01-01T00:00:00.000Z" }),
  };
  service.faults.add(goBack, LIST_AFTER_UPDATE);
  const { at, end } = await pushTo(window, requestFor(service, window, { name: "Renamed" }));
  expect(textOf(at)).toContain("Unknown: the service lists an earlier state of Salesforce.");
  expect(end).toMatchObject({ kind: "unknown", why: "behind" });
});

describe("checking a push later", () => {
  it("takes an unchanged record for proof after a minute of checks", async () => {
    const { service, next, entry, pushing } = await interruptedPush("before");
    const { clock } = next;
    // An hour later, as it seems.
    clock.set(3_600_000);
    const begun = clock.elapsed();
    const { results, later } = await verifySentPushes([entry], () => next.client, next.context);
    expect(results).toMatchObject([{ outcome: { kind: "pending" } }]);
    expect(await later).toMatchObject([{ outcome: { kind: "notApplied" } }]);
    expect(clock.elapsed() - begun).toBeGreaterThanOrEqual(60_000);
    await pushing;
    expect(service.requests.updates).toBe(1);
  });

  it("finds out how the last of two pushes of a file ended", async () => {
    const { service, window } = await setUpPush();
    for (const when of ["after", "before"] as const) {
      service.faults.clear();
      service.faults.add({ kind: "silence", how: "reset", when }, UPDATE);
      service.faults.add({ kind: "reply", status: 503 }, { ...LIST_AFTER_UPDATE, times: "always" });
      expect(await push(service, window)).toMatchObject({ kind: "unknown" });
    }
    service.faults.clear();
    const last = window.context.journal.unknownOf(requestFor(service, window).file);
    const { results } = await verifySentPushes(last ? [last] : [], () => window.client, window.context);
    expect(results).toMatchObject([{ outcome: { kind: "pending", why: "unchanged" } }]);
    expect(service.requests.sent).toEqual([2, 1]);
  });

  it("doesn't take a later push for an earlier one", async () => {
    const service = await openService();
    const storage = new TextStorage();
    const windows = [openHastyWindow(service, storage), openHastyWindow(service, storage)];
    const pushing: Promise<unknown>[] = [];
    for (const [at, window] of windows.entries()) {
      service.faults.add({ kind: "hold", name: `update ${at}`, when: at === 0 ? "before" : "after" }, UPDATE);
      const journal = new PushJournal(storage);
      pushing.push(push(service, { ...window, context: { ...window.context, journal } }, { name: `Name ${at}` }));
      await service.faults.held(`update ${at}`);
    }
    const next = openHastyWindow(service, storage);
    const { results } = await verifySentPushes(next.context.journal.interrupted, () => next.client, next.context);
    expect(results.map(({ target, outcome }) => [target.sentName, outcome.kind])).toEqual([
      ["Name 0", "unknown"],
      ["Name 1", "applied"],
    ]);
    service.faults.clear();
    await Promise.all(pushing);
  });

  it("ignores a record that was read while another push was sent", async () => {
    const { service, next, entry } = await interruptedPush("before");
    const remembered: PushResult[] = [];
    const context = {
      ...next.context,
      listeners: [...next.context.listeners, whenEnded((result) => void remembered.push(result))],
    };
    service.faults.add({ kind: "hold", name: "look" }, LIST);
    const checking = verifySentPushes([entry], () => next.client, context);
    await service.faults.held("look");
    expect(await push(service, { ...next, context }, { name: "Second" })).toMatchObject({ kind: "done" });
    service.faults.release("look");
    const { results, later } = await checking;
    expect([results[0]?.outcome, later]).toMatchObject([{ kind: "unknown", why: "pushedAgain" }, undefined]);
    expect(remembered.map(({ outcome }) => outcome.kind)).toEqual(["done", "unknown"]);
  });

  it("keeps what another check has found out", async () => {
    const { service, next } = await interruptedPush("after");
    const { history } = next;
    const { journal } = next.context;
    const check = () => verifySentPushes(journal.interrupted, () => next.client, next.context);
    service.faults.add(
      [
        { kind: "hold", name: "look" },
        { kind: "reply", status: 503 },
      ],
      LIST,
    );
    const slow = check();
    await service.faults.held("look");
    expect((await check()).results).toMatchObject([{ outcome: { kind: "applied" } }]);
    service.faults.release("look");
    await slow;
    expect(history.lines.map(({ outcome }) => outcome)).toEqual(["applied"]);
    expect(journal.open).toEqual([]);
  });
});
