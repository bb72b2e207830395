import { describe, expect, it } from "vitest";
import type { JournalEntry, Outcome } from "../../../client/core/push/pushTypes.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import { createListReader } from "../../../client/core/service/operations/recordReader.js";
import { systemClock } from "../../../client/core/service/calls/wait.js";
import { VERIFY_DELAYS_MS } from "../../../client/core/push/verifyDelays.js";
import { verifySentPushes } from "../../../client/core/push/verifyPush.js";
import { TextStorage } from "../../unit/storage.js";
import { LIST_AFTER_UPDATE, openService, UPDATE } from "../client/support.js";
import { interruptedPush, openHastyWindow, openWindow, push, SENT_SETUP, type Window, setUpPush } from "./support.js";

/** Checks a push of an earlier window until nothing more comes of it. */
async function check(window: Window, entry: JournalEntry): Promise<Outcome> {
  const { results, later } = await verifySentPushes([entry], () => window.client, window.context);
  const outcome = ((await later) ?? results)[0]?.outcome;
  if (!outcome) throw new Error("There is no result.");
  return outcome;
}

describe("a window that closes during a push", () => {
  it.each([
    ["before it took effect", "before", "notApplied"],
    ["after it took effect", "after", "applied"],
  ] as const)("%s: the next window knows of it, and finds out its outcome", async (_, when, verdict) => {
    const { service, id, window, next, entry, pushing } = await interruptedPush(when);
    const properties = ["name", "setup.type", "setup.token"];
    expect(entry).toMatchObject({ id, tenantName: "Acme", origin: service.origin, properties, sentName: "Renamed" });
    expect((await check(next, entry)).kind).toBe(verdict);
    expect(next.context.journal.open).toEqual([]);
    expect(new PushJournal(window.storage).interrupted).toEqual([]);
    await pushing;
    expect(service.requests.sent).toEqual([1, when === "after" ? 1 : 0]);
  });

  it("looks first where an earlier version last saw the record", async () => {
    const service = await openService({ connections: 450 });
    const window = openHastyWindow(service);
    const id = service.connections.idAt(440);
    service.faults.add({ kind: "silence", how: "hang", when: "after" }, UPDATE);
    const pushing = push(service, window, { id, name: "Renamed" });
    await service.requests.waitFor({ ...UPDATE, applied: true });
    const [written] = new PushJournal(window.storage).interrupted;
    // What earlier versions read, and need not have.
    expect(written).toMatchObject({ page: 4 });
    const pagesOf = async (stored: object) => {
      const storage = new TextStorage();
      await storage.update("vaultconn.pushesUnderWay", [{ ...written, ...stored }]);
      const next = openHastyWindow(service, storage);
      const [entry] = next.context.journal.interrupted as [JournalEntry];
      const before = service.requests.all({ operation: "list" }).length;
      expect((await check(next, entry)).kind).toBe("applied");
      const listed = service.requests.all({ operation: "list" }).slice(before);
      return listed.map(({ query }) => Number(query.get("page")));
    };
    expect(await pagesOf({})).toEqual([4]);
    expect(await pagesOf({ page: 3 })).toEqual([3, 2, 4]);
    expect(await pagesOf({ page: undefined })).toEqual([0, 1, 2, 3, 4]);
    await pushing;
  });

  it("isn't reported for pushes that ended, or that this window sends", async () => {
    const { service, window } = await setUpPush();
    await push(service, window);
    service.faults.add({ kind: "hold", name: "update" }, UPDATE);
    const pushing = push(service, window);
    await service.faults.held("update");
    expect([window.context.journal.interrupted.length, window.context.journal.open.length]).toEqual([0, 1]);
    service.faults.release("update");
    await pushing;
    expect(new PushJournal(window.storage).interrupted).toEqual([]);
    expect(service.requests.updates).toBe(2);
  });

  it("keeps a push until its outcome is known", async () => {
    const { service, window } = await setUpPush({ kind: "silence", how: "reset", when: "after" });
    service.faults.add({ kind: "reply", status: 200, body: "<html>" }, { ...LIST_AFTER_UPDATE, times: 5 });
    expect(await push(service, window, { name: "Renamed" })).toMatchObject({ kind: "unknown" });
    const next = openHastyWindow(service, window.storage);
    const [entry] = next.context.journal.interrupted as [JournalEntry];
    service.faults.add({ kind: "reply", status: 200, body: "<html>" }, { operation: "list", times: 5 });
    expect(await check(next, entry)).toMatchObject({ kind: "unknown" });
    expect(next.context.journal.interrupted).toEqual([entry]);
    expect(await check(next, entry)).toMatchObject({ kind: "applied" });
    expect(next.context.journal.interrupted).toEqual([]);
    expect(service.requests.sent).toEqual([1, 1]);
  });

  it("has several pushes checked, a few at a time, without sending again", async () => {
    const service = await openService();
    const window = openWindow(service);
    const count = 7;
    const pushing: Promise<unknown>[] = [];
    for (let at = 0; at < count; at++) {
      const update = { ...UPDATE, id: service.connections.idAt(at) };
      service.faults.add({ kind: "silence", how: "hang", when: at % 2 === 0 ? "after" : "before" }, update);
      pushing.push(push(service, window, { id: update.id, name: `Renamed ${at}` }));
      await service.requests.waitFor({ ...update, ...(at % 2 === 0 && { applied: true }) });
    }
    const next = openHastyWindow(service, window.storage);
    const entries = next.context.journal.interrupted;
    let [now, most] = [0, 0];
    const watched = createListReader((...query) => {
      most = Math.max(most, ++now);
      return next.client.listPage(...query).finally(() => now--);
    });
    const gone = { ...entries[0], push: "gone", origin: "https://gone.example" } as JournalEntry;
    const serviceOf = (origin: string) => (origin === service.origin ? watched : undefined);
    // Later checks wait until the first ones have ended, so that they aren't counted among these.
    let endFirst = (): void => undefined;
    const first = new Promise<void>((resolve) => (endFirst = resolve));
    const isLater = (ms: number) => ms > (VERIFY_DELAYS_MS.now.at(-1) ?? 0);
    const sleep = (ms: number) => (isLater(ms) ? first : Promise.resolve());
    const context = { ...next.context, clock: { ...systemClock, elapsed: () => 0, sleep } };
    const { results, later } = await verifySentPushes([gone, ...entries], serviceOf, context);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    endFirst();
    const settled = (await later) ?? [];
    expect(results[0]?.outcome).toMatchObject({ kind: "unknown", why: "signedOut" });
    const kinds = [...results.slice(1).filter(({ outcome }) => outcome.kind !== "pending"), ...settled].map(
      ({ target, outcome }) => [target.sentName, outcome.kind],
    );
    expect(kinds.sort()).toEqual(
      Array.from({ length: count }, (_, at) => [`Renamed ${at}`, at % 2 === 0 ? "applied" : "notApplied"]),
    );
    expect(new PushJournal(window.storage).interrupted).toEqual([]);
    await window.client.close();
    await Promise.all(pushing);
    expect(service.requests.sent).toEqual([count, 4]);
  });

  it("sends nothing that couldn't be written to the journal", async () => {
    const { service, window } = await setUpPush();
    window.storage.full = true;
    expect(await push(service, window)).toEqual({ kind: "journalUnavailable" });
    expect(service.requests.updates).toBe(0);
    window.storage.full = false;
    expect(await push(service, window)).toMatchObject({ kind: "done" });
    expect(service.requests.updates).toBe(1);
  });

  it("reports a push whose end couldn't be written to the journal", async () => {
    const { service, window } = await setUpPush({ kind: "hold", name: "update" });
    const pushing = push(service, window);
    await service.faults.held("update");
    window.storage.full = true;
    service.faults.release("update");
    expect(await pushing).toMatchObject({ kind: "done" });
    expect(service.connections.setupOf(service.connections.idAt(0))).toEqual(SENT_SETUP);
    expect(new PushJournal(window.storage).interrupted).toHaveLength(1);
    expect(service.requests.updates).toBe(1);
  });
});
