import { describe, expect, it } from "vitest";
import type { JournalEntry, ListService, Outcome } from "../../../client/core/push/push.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import { verifySentPushes } from "../../../client/core/push/verifyPush.js";
import { canary, service, updates, sent } from "../client/support.js";
import {
  interruptedPush,
  openHastyWindow,
  openWindow,
  push,
  said,
  SENT_SETUP,
  type Window,
  UPDATE,
  scene,
} from "./support.js";

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
    const { to, id, window, next, entry, pushing } = await interruptedPush(when);
    const properties = ["name", "setup.type", "setup.token"];
    expect(entry).toMatchObject({ id, tenantName: "Acme", origin: to.origin, properties, sentName: "Renamed" });
    expect((await check(next, entry)).kind).toBe(verdict);
    expect(next.context.journal.open).toEqual([]);
    expect(new PushJournal(window.storage).interrupted).toEqual([]);
    await pushing;
    expect(sent(to)).toEqual([1, when === "after" ? 1 : 0]);
  });

  it("isn't reported for pushes that ended, or that this window sends", async () => {
    const { to, window } = await scene();
    await push(to, window);
    to.faults.add({ kind: "hold", name: "update" }, UPDATE);
    const pushing = push(to, window);
    await to.faults.held("update");
    expect([window.context.journal.interrupted.length, window.context.journal.open.length]).toEqual([0, 1]);
    to.faults.release("update");
    await pushing;
    expect(new PushJournal(window.storage).interrupted).toEqual([]);
    expect(updates(to)).toBe(2);
  });

  it("keeps a push until its outcome is known", async () => {
    const { to, window } = await scene({ kind: "silence", how: "reset", when: "after" });
    to.faults.add({ kind: "reply", status: 200, body: "<html>" }, { operation: "list", skip: 2, times: 5 });
    expect(await push(to, window, { name: "Renamed" })).toMatchObject({ kind: "unknown" });
    const next = openHastyWindow(to, window.storage);
    const [entry] = next.context.journal.interrupted as [JournalEntry];
    to.faults.add({ kind: "reply", status: 200, body: "<html>" }, { operation: "list", times: 5 });
    expect(await check(next, entry)).toMatchObject({ kind: "unknown" });
    expect(next.context.journal.interrupted).toEqual([entry]);
    expect(await check(next, entry)).toMatchObject({ kind: "applied" });
    expect(next.context.journal.interrupted).toEqual([]);
    expect(sent(to)).toEqual([1, 1]);
  });

  it("has several pushes checked, a few at a time, without sending again", async () => {
    const to = await service();
    const window = openWindow(to);
    const count = 7;
    const pushing: Promise<unknown>[] = [];
    for (let at = 0; at < count; at++) {
      const update = { ...UPDATE, id: to.connections.idAt(at) };
      to.faults.add({ kind: "silence", how: "hang", when: at % 2 === 0 ? "after" : "before" }, update);
      pushing.push(push(to, window, { id: update.id, name: `Renamed ${at}` }));
      await to.requests.waitFor({ ...update, ...(at % 2 === 0 && { applied: true }) });
    }
    const next = openHastyWindow(to, window.storage);
    const entries = next.context.journal.interrupted;
    let [now, most] = [0, 0];
    const listPage: ListService["listPage"] = (...query) => {
      most = Math.max(most, ++now);
      return next.client.listPage(...query).finally(() => now--);
    };
    const gone = { ...entries[0], push: "gone", origin: "https://gone.example" } as JournalEntry;
    const serviceOf = (origin: string) => (origin === to.origin ? { listPage } : undefined);
    const { results, later } = await verifySentPushes([gone, ...entries], serviceOf, next.context);
    const settled = (await later) ?? [];
    expect(results[0]?.outcome).toMatchObject({ kind: "unknown", why: "signedOut" });
    const kinds = [...results.slice(1).filter(({ outcome }) => outcome.kind !== "pending"), ...settled].map(
      ({ target, outcome }) => [target.sentName, outcome.kind],
    );
    expect(kinds.sort()).toEqual(
      Array.from({ length: count }, (_, at) => [`Renamed ${at}`, at % 2 === 0 ? "applied" : "notApplied"]),
    );
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    expect(new PushJournal(window.storage).interrupted).toEqual([]);
    await window.client.close();
    await Promise.all(pushing);
    expect(sent(to)).toEqual([count, 4]);
  });

  it("sends nothing that couldn't be written to the journal", async () => {
    const { to, window } = await scene();
    window.storage.full = true;
    expect(await push(to, window)).toEqual({ kind: "journalUnavailable" });
    expect(updates(to)).toBe(0);
    window.storage.full = false;
    expect(await push(to, window)).toMatchObject({ kind: "done" });
    expect(updates(to)).toBe(1);
  });

  it("reports a push whose end couldn't be written to the journal", async () => {
    const { to, window } = await scene({ kind: "hold", name: "update" });
    const pushing = push(to, window);
    await to.faults.held("update");
    window.storage.full = true;
    to.faults.release("update");
    expect(await pushing).toMatchObject({ kind: "done" });
    expect(to.connections.setupOf(to.connections.idAt(0))).toEqual(SENT_SETUP);
    expect(new PushJournal(window.storage).interrupted).toHaveLength(1);
    expect(updates(to)).toBe(1);
  });
});

it.each([
  ["the last one's, at the first request", 59, 0],
  ["the first one's, at the last request", 0, 59],
])("hides what a list says of interrupted pushes: %s", async (_, quoted, quiet) => {
  const to = await service();
  const secretOf = (at: number) => `canary-${at}-${"sesame".repeat(at % 7)}-of-a-push`;
  const before = openHastyWindow(to);
  for (let at = 0; at < 60; at++) {
    canary.secret(secretOf(at));
    const [connection, file, push] = [`Connection ${at}`, `file:///${at}`, `push ${at}`];
    const about = { connection, file, push, id: `ac_${at}`, origin: to.origin, tenantName: "Acme", window: "before" };
    await before.context.journal.begin({ ...about, startedAt: Date.now(), properties: ["setup"] });
  }
  const body = JSON.stringify({ message: `The update with ${secretOf(quoted)} is being worked on.` });
  const headers = { "X-Request-Id": secretOf(quoted) };
  const scope = { operation: "list", skip: quiet, times: "always" } as const;
  to.faults.add({ kind: "reply", status: 400, body, headers }, scope);
  const next = openHastyWindow(to, before.storage);
  const secretsOf = ({ file }: JournalEntry) => Promise.resolve([secretOf(Number(file.slice("file:///".length)))]);
  const checked = await verifySentPushes(next.context.journal.interrupted, () => next.client, {
    ...next.context,
    secretsOf,
  });
  const all = [...checked.results, ...((await checked.later) ?? [])];
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(next.lines.some((line) => line.includes(": 400 "))).toBe(true);
  expect([...next.lines, ...all.map(({ outcome }) => said(outcome))].join("\n")).not.toContain(secretOf(quoted));
});
