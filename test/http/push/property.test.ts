import fc from "fast-check";
import { expect, it } from "vitest";
import type { DriftDecision, PushProgress, PushStage } from "../../../client/core/push/context.js";
import type { Outcome, PushService } from "../../../client/core/push/pushTypes.js";
import { verifySentPushes } from "../../../client/core/push/verifyPush.js";
import { createListReader } from "../../../client/core/service/operations/recordReader.js";
import type { RecordedRequest } from "../../service/messages.js";
import type { Fault } from "../../service/faults.js";
import type { Service } from "../../service/service.js";
import type { Change, ConnectionStore } from "../../service/store.js";
import { openService, LIST, UPDATE } from "../client/support.js";
import { openHastyWindow, pushTo, rememberNow, requestFor, SETUP, type Window } from "./support.js";

/** So many schedules for each kind of service; more of them find more, and take longer. */
const RUNS = Number(process.env["VAULTCONN_SCHEDULES"] ?? 50);

const OTHERS_CHANGE = { ready: false, name: "Someone else's" };

/** Mostly what lets the push go on, now and then something else. */
function rarely<Value>(mostly: Value, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(mostly) }, { weight: 1, arbitrary: other });
}

const when = fc.constantFrom("before", "after");
const stage = fc.constantFrom<PushStage>("checking", "reviewing", "sending", "verifying");
const how = fc.constantFrom("reset", "close", "reset", "close", "hang");
const silence = fc.record({ kind: fc.constant("silence" as const), how, when });
const kind = fc.constant("reply" as const);
const serverError = fc.record({ kind, status: fc.constantFrom(500, 502, 503, 504, 408), applied: fc.boolean() });
const refusal = fc.record({ kind, status: fc.constantFrom(400, 401, 403, 404, 409, 422, 429) });
const nonsense = fc.record({
  kind,
  status: fc.constantFrom(200, 201, 307),
  body: fc.constantFrom("<html>", "[]", '{"id":"ac_other"}', ""),
  applied: fc.boolean(),
});
const HALF = { kind: "reply", status: 200, body: '{"id":"ac_', applied: true } as const;
const broken: fc.Arbitrary<Fault> = fc.constantFrom(HALF, { ...HALF, headers: { "Content-Length": "99" } });
const othersChange = fc.record({
  kind: fc.constant("meanwhile" as const),
  act: fc.constant((connections: ConnectionStore, id: string) => connections.change(id, OTHERS_CHANGE)),
  when,
});

/** All that may happen during one push. */
const schedules = fc.record({
  sent: fc.constantFrom("name", "setup", "both"),
  remembered: fc.constantFrom("nothing", "as it is", "as it was"),
  choice: rarely<DriftDecision | "cancel">("push", fc.constantFrom("compare", "cancel", "skip")),
  confirm: rarely(true, fc.constant(false)),
  /** Someone else changes the record while it is reviewed. */
  meanwhile: fc.boolean(),
  /** The update is applied only after so many readings of the list that follow it, long after its answer was given up. */
  late: rarely<number | undefined>(undefined, fc.integer({ min: 0, max: 3 })),
  /** Someone else changes the record after so many readings of the list. */
  others: rarely<{ readonly after: number; readonly change: Change } | undefined>(
    undefined,
    fc.record({
      after: fc.integer({ min: 0, max: 5 }),
      change: fc.constantFrom<Change>(OTHERS_CHANGE, { ready: false }, { name: "Someone else's" }),
    }),
  ),
  /** What happens to the update. */
  update: fc.array(fc.oneof(silence, silence, serverError, nonsense, refusal, broken, othersChange), { maxLength: 2 }),
  /** What happens to a reading of the list, to which one, and how often. */
  list: fc.option(
    fc.record({
      fault: fc.oneof(silence, serverError, nonsense),
      skip: fc.integer({ min: 0, max: 4 }),
      times: fc.integer({ min: 1, max: 4 }),
    }),
    { nil: undefined, freq: 2 },
  ),
  cancelAt: rarely<PushStage | undefined>(undefined, stage),
  /** When the tenant is changed or removed, which closes its client. */
  withdrawAt: rarely<PushStage | undefined>(undefined, stage),
});
type Schedule = typeof schedules extends fc.Arbitrary<infer Value> ? Value : never;

it("reports the service's state or that it's unknown, and sends only what was confirmed", async () => {
  for (const fingerprint of ["revision", "content"] as const) {
    const service = await openService({ connections: 90, choices: { fingerprint } });
    let next = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(schedules, { minLength: 1, maxLength: 3 }), async (sequence) => {
        const id = service.connections.idAt(next++ % service.connections.size);
        let window = openHastyWindow(service);
        for (const [at, schedule] of sequence.entries()) {
          await play(service, window, id, schedule, `Name ${next}.${at}`);
          if (schedule.withdrawAt) window = openHastyWindow(service, window.storage);
        }
        await settle(service, window, id);
      }),
      { numRuns: RUNS },
    );
  }
});

async function play(service: Service, window: Window, id: string, schedule: Schedule, name: string): Promise<void> {
  const remembered = schedule.remembered === "nothing" ? {} : { remembered: rememberNow(service, id) };
  if (schedule.remembered === "as it was") service.connections.change(id, { ready: true });
  const abort = new AbortController();
  const confirmed = new Set<string>();
  window.decisions.onDrift = () => schedule.choice;
  window.decisions.confirm = ([pushed]) => {
    if (schedule.confirm && pushed) confirmed.add(pushed.plan.body);
    if (schedule.meanwhile) service.connections.change(id, { ready: false });
    return Promise.resolve(schedule.confirm);
  };
  service.requests.clear();
  if (schedule.update.length > 0) service.faults.add(schedule.update, UPDATE);
  if (schedule.list)
    service.faults.add(schedule.list.fault, { ...LIST, skip: schedule.list.skip, times: schedule.list.times });
  const wanted = {
    id,
    setup: schedule.sent === "name" ? null : SETUP,
    ...(schedule.sent !== "setup" && { name }),
    ...remembered,
  };
  const { history, client } = window;
  const { journal } = window.context;
  const [open, lines] = [journal.open.length, history.lines.length];
  // Whether the name that was sent came to stand in the record, for however short a time.
  let hadName = false;
  const hasName = () => {
    const has = schedule.sent !== "setup" && service.connections.get(id)?.name === name;
    hadName ||= has;
    return has;
  };
  // Whether the last reading that went well began after the update had been applied, so that it had to show.
  let seen = false;
  const watched: PushService = {
    updateConnection: (...given) => client.updateConnection(...given),
    preflightFailure: (...given) => client.preflightFailure(...given),
    ...createListReader(async (...given) => {
      const before = hasName();
      const page = await client.listPage(...given);
      hasName();
      seen = before;
      return page;
    }),
  };
  /** Someone, or the update that was given up, changes the record after so many more readings of the list. */
  const changeAfter = (skip: number, change: Change) => {
    const act = () => service.connections.change(id, change);
    service.faults.add({ kind: "meanwhile", when: "after", act }, { ...LIST, skip });
  };
  if (schedule.others) changeAfter(schedule.others.after, schedule.others.change);
  const onProgress = ({ stage: now }: PushProgress) => {
    const isApplied = service.requests.all({ ...UPDATE, applied: true }).length > 0;
    if (now === "verifying" && schedule.late !== undefined && !isApplied)
      changeAfter(schedule.late, schedule.sent === "setup" ? {} : { name });
    if (now === schedule.cancelAt) abort.abort();
    if (now === schedule.withdrawAt) void window.client.close();
  };
  const request = { ...requestFor(service, window, wanted), service: watched };
  const { end: outcome } = await pushTo(window, request, { signal: abort.signal, onProgress });
  service.faults.clear();
  const updates = service.requests.all(UPDATE);
  for (const update of updates) expect(confirmed).toContain(update.body.toString());
  expectTruth(outcome, updates, {
    seen,
    tookLate: hasName() || hadName,
    name: schedule.sent === "setup" ? undefined : name,
  });
  // A push of unknown outcome stays open; one that was applied ends all before it; any other leaves those as they were.
  expect(journal.open.length).toBe(
    outcome.kind === "unknown" ? open + 1 : outcome.kind === "done" || outcome.kind === "applied" ? 0 : open,
  );
  const added = history.lines.slice(0, history.lines.length - lines).map((line) => line.outcome);
  expect(added).toEqual(updates.length > 0 || added.length > 0 ? [outcome.kind] : []);
}

/** What was told must agree with what the service did. */
function expectTruth(
  outcome: Outcome,
  updates: readonly RecordedRequest[],
  { seen, tookLate, name }: { seen: boolean; tookLate: boolean; name: string | undefined },
): void {
  const tookEffect = updates.some(({ applied }) => applied);
  // Only after 429, which says that it wasn't applied, is an update sent again.
  expect(updates.length).toBeLessThanOrEqual(updates[0]?.status === 429 ? 2 : 1);
  const told = { outcome: outcome.kind, tookEffect, late: false };
  switch (outcome.kind) {
    case "done":
      expect(told).toMatchObject({ tookEffect: true });
      break;
    case "applied":
      expect(tookEffect || tookLate).toBe(true);
      break;
    case "probablyApplied":
      expect(updates).toHaveLength(1);
      // A name that was sent tells for certain, or not at all.
      expect(name).toBeUndefined();
      break;
    case "unknown":
      expect(updates).toHaveLength(1);
      break;
    case "refused":
      expect(told).toMatchObject({ tookEffect: false });
      break;
    case "notApplied":
      expect({ ...told, late: seen }).toMatchObject({ tookEffect: false, late: false });
      break;
    case "cancelled":
      expect(tookEffect).toBe(false);
      break;
    default:
      expect(updates).toEqual([]);
  }
}

/** What is still open can be found out once the service answers again, unless someone else had a hand in it; nothing more is sent for that. */
async function settle(service: Service, window: Window, id: string): Promise<void> {
  service.requests.clear();
  for (const entry of window.context.journal.open.toReversed()) {
    const checked = await verifySentPushes([entry], () => window.client, window.context);
    const outcome = ((await checked.later) ?? checked.results)[0]?.outcome;
    if (outcome?.kind === "unknown") expect(["changedByOthers", "pushedAgain"]).toContain(outcome.why);
    else expect(["applied", "probablyApplied", "notApplied"]).toContain(outcome?.kind);
    if (outcome?.kind === "applied") expect(service.connections.get(id)?.name).toBe(entry.sentName);
  }
  expect(service.requests.all(UPDATE)).toEqual([]);
}
