import { describe, expect, it, vi } from "vitest";
import { conflictingRequests } from "../../../client/core/push/checkBeforePush.js";
import type { PushProgress } from "../../../client/core/push/context.js";
import { whenEnded } from "../../../client/core/push/events.js";
import { openService, UPDATE } from "../client/support.js";
import { openHastyWindow, openWindow, pushAll, rememberNow, requestFor } from "./support.js";

async function tenConnections(count = 10, open = openWindow) {
  const service = await openService({ connections: Math.max(count, 12) });
  const window = open(service);
  const requests = Array.from({ length: count }, (_, at) =>
    requestFor(service, window, { id: service.connections.idAt(at), name: `New ${at}` }),
  );
  return { service, window, requests };
}

/** How pushes ended, in the order they were given. */
async function kinds(pushing: ReturnType<typeof pushAll>): Promise<readonly string[]> {
  return (await pushing).results.map(({ outcome }) => outcome.kind);
}

describe("a push of many files", () => {
  it("goes on after a failure, and reports results in the given order", async () => {
    const { service, window, requests } = await tenConnections();
    const [fourth, sixth] = [4, 6].map((at) => ({ ...UPDATE, id: service.connections.idAt(at) }));
    service.faults.add({ kind: "reply", status: 400, body: '{"message":"no"}' }, fourth);
    service.faults.add({ kind: "silence", how: "reset", when: "after" }, sixth);
    const progress: PushProgress[] = [];
    const { results } = await pushAll(window, requests, { onProgress: (step) => progress.push(step) });
    expect(results.map(({ request, outcome }) => [request?.id, outcome.kind])).toEqual(
      requests.map(({ id }, at) => [id, at === 4 ? "refused" : at === 6 ? "applied" : "done"]),
    );
    const sending = progress.filter(({ stage }) => stage === "sending");
    expect(sending.map(({ ended }) => ended)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(sending.at(-1)).toMatchObject({ ended: 10, failed: 1, total: 10 });
    expect(progress.filter(({ stage }) => stage === "checking").at(-1)).toMatchObject({ ended: 10, failed: 0 });
    expect([service.requests.updates, service.requests.applied, window.history.lines.length]).toEqual([10, 9, 10]);
    expect(window.context.journal.open).toEqual([]);
  });

  it("finds several files for one connection", async () => {
    const [service, other] = [await openService(), await openService()];
    const [window, elsewhere] = [openWindow(service), openWindow(other)];
    const at = (index: number, file: string) => ({
      ...requestFor(service, window, { id: service.connections.idAt(index), name: file }),
      file,
    });
    const same = { ...requestFor(other, elsewhere, { id: other.connections.idAt(1), name: "other" }), file: "other" };
    const requests = [at(0, "a"), at(1, "b"), at(1, "c"), same, at(1, "d"), at(2, "e"), at(3, "f"), at(3, "g")];
    expect(other.connections.idAt(1)).toBe(service.connections.idAt(1));
    expect(conflictingRequests(requests).map((some) => some.map(({ file }) => file))).toEqual([
      ["b", "c", "d"],
      ["f", "g"],
    ]);
  });

  it("sends only one of several for one connection, also if the first isn't sent", async () => {
    const { service, window, requests } = await tenConnections(1);
    const left = { ...requestFor(service, window, { name: "Left" }), notSent: { kind: "notChosen" } as const };
    const both = [left, ...requests, requestFor(service, window, { name: "Twin" })];
    expect(await kinds(pushAll(window, both))).toEqual(["notChosen", "done", "busy"]);
    expect(service.requests.updates).toBe(1);
  });

  it("stops only the file that can't be pushed, and tells the review", async () => {
    const { service, window, requests } = await tenConnections(3);
    const unresolved = requestFor(service, window, {
      id: service.connections.idAt(5),
      setup: { type: "TOKEN", token: "${env:NONE}" },
    });
    const unsaved = {
      ...requestFor(service, window, { id: service.connections.idAt(6) }),
      notSent: { kind: "notSaved", file: "a.vaultconn.json" } as const,
    };
    window.decisions.confirm = (pushes, left) => {
      expect(pushes.map(({ request }) => request)).toEqual(requests);
      expect(left.map(({ outcome }) => outcome.kind)).toEqual(["notSaved", "unresolved"]);
      return Promise.resolve(false);
    };
    const cancelled = requests.map(() => "cancelled");
    const pushing = pushAll(window, [...requests, unresolved, unsaved]);
    expect(await kinds(pushing)).toEqual([...cancelled, "unresolved", "notSaved"]);
    expect(service.requests.updates).toBe(0);
  });

  it("asks about each record that changed, and follows the answers", async () => {
    const { service, window, requests } = await tenConnections(4);
    const remembering = requests.map((request) => ({ ...request, remembered: rememberNow(service, request.id) }));
    for (const at of [1, 2]) service.connections.change(service.connections.idAt(at), { ready: false });
    window.decisions.onDrift = () => "cancel";
    expect(await kinds(pushAll(window, remembering))).toEqual(Array(4).fill("cancelled"));
    window.decisions.onDrift = () => "push";
    window.decisions.confirm = () => Promise.resolve(false);
    expect(await kinds(pushAll(window, remembering))).toEqual(Array(4).fill("cancelled"));
    window.decisions.confirm = () => Promise.resolve(true);
    window.decisions.onDrift = ({ push }) => (push.target.id === service.connections.idAt(1) ? "push" : "skip");
    expect(await kinds(pushAll(window, remembering))).toEqual(["done", "done", "drifted", "done"]);
    expect(service.requests.sent).toEqual([3, 3]);
  });

  it("doesn't overwrite what changes during the review", async () => {
    const { service, window, requests } = await tenConnections(3);
    window.decisions.confirm = () => {
      service.connections.change(service.connections.idAt(1), { name: "Someone else's" });
      return Promise.resolve(true);
    };
    expect(await kinds(pushAll(window, requests))).toEqual(["done", "drifted", "done"]);
    expect(service.requests.sent).toEqual([2, 2]);
  });

  it("sends four at a time, and reports what was sent after a cancel", async () => {
    const { service, window, requests } = await tenConnections(10, openHastyWindow);
    const abort = new AbortController();
    service.faults.add({ kind: "hold", name: "all", when: "after" }, { ...UPDATE, times: "always" });
    const pushing = kinds(pushAll(window, requests, { signal: abort.signal }));
    await service.requests.waitFor({ ...UPDATE, applied: true }, 4);
    abort.abort();
    expect(await pushing).toEqual([...Array<string>(4).fill("applied"), ...Array<string>(6).fill("cancelled")]);
    expect(service.requests.sent).toEqual([4, 4]);
  });

  it("reads each page once for 200 files, then each record once more", async () => {
    const { service, window, requests } = await tenConnections(200);
    window.decisions.confirm = () => {
      expect(service.requests.all({ operation: "list" })).toHaveLength(2);
      return Promise.resolve(true);
    };
    expect(new Set(await kinds(pushAll(window, requests)))).toEqual(new Set(["done"]));
    expect([service.requests.updates, service.requests.applied, window.shown.length]).toEqual([200, 200, 200]);
  });

  it("goes on sending while it records the first results", async () => {
    const { service, window, requests } = await tenConnections();
    // More than are sent at once, so nothing would end if each waited for its own record.
    const untilSent = async () => {
      await vi.waitUntil(() => service.requests.updates === requests.length, { timeout: 60_000 });
    };
    const listeners = [whenEnded(untilSent), ...window.context.listeners];
    const recording = { ...window, context: { ...window.context, listeners } };
    expect(new Set(await kinds(pushAll(recording, requests)))).toEqual(new Set(["done"]));
  });
});
