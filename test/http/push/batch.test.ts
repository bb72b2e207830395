import { describe, expect, it } from "vitest";
import { carryOutBatch, prepareBatch, type BatchProgress } from "../../../client/src/push/batch.js";
import { byTarget } from "../../../client/src/push/contested.js";
import { reviewPushes } from "../../../client/src/push/review.js";
import { applied, service, updates } from "../client/support.js";
import { openWindow, rememberNow, requestFor, watch } from "./support.js";

const UPDATE = { operation: "update" } as const;

async function tenConnections(count = 10) {
  const to = await service({ connections: Math.max(count, 12) });
  const window = openWindow(to);
  const requests = Array.from({ length: count }, (_, at) =>
    requestFor(to, window, { id: to.connections.idAt(at), name: `New ${at}` }),
  );
  return { to, window, requests };
}

describe("pushing many files", () => {
  it("goes on after one that fails, and sums up", async () => {
    const { to, window, requests } = await tenConnections();
    to.faults.add({ kind: "reply", status: 400, body: '{"message":"no"}' }, { ...UPDATE, id: to.connections.idAt(4) });
    to.faults.add({ kind: "silence", how: "reset", when: "after" }, { ...UPDATE, id: to.connections.idAt(6) });
    const { prepared, stopped } = await prepareBatch(requests);
    expect([prepared.length, stopped]).toEqual([10, []]);
    const confirmed = await reviewPushes(prepared, (plans) => Promise.resolve(plans));
    const progress: BatchProgress[] = [];
    const summary = await carryOutBatch(confirmed, window.context, {}, (step) => progress.push(step));
    for (const { outcome } of summary.ended) watch(outcome, window);
    expect(summary.ended.map(({ push, outcome }) => [push.request.id, outcome.kind])).toEqual(
      requests.map(({ id }, at) => [id, at === 4 ? "refused" : at === 6 ? "applied" : "done"]),
    );
    expect([summary.succeeded, summary.failed, summary.cancelled]).toEqual([9, 1, 0]);
    expect(progress.map(({ ended }) => ended)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(progress.at(-1)).toEqual({ ended: 10, failed: 1, total: 10 });
    expect([updates(to), applied(to), window.context.history.lines.length]).toEqual([10, 9, 10]);
    expect(window.context.journal.open).toEqual([]);
  });

  it("has no more than four requests under way", async () => {
    const { to, window, requests } = await tenConnections();
    to.faults.add({ kind: "hold", name: "all" }, { ...UPDATE, times: "always" });
    const { prepared } = await prepareBatch(requests);
    const carrying = carryOutBatch(await reviewPushes(prepared, (plans) => Promise.resolve(plans)), {
      ...window.context,
      looks: [0],
    });
    await to.requests.waitFor(UPDATE, 4);
    expect(updates(to)).toBe(4);
    to.faults.clear();
    expect((await carrying).ended).toHaveLength(10);
    expect(updates(to)).toBe(10);
  });

  it("sends only those that were agreed to", async () => {
    const { to, window, requests } = await tenConnections();
    const { prepared } = await prepareBatch(requests);
    const confirmed = await reviewPushes(prepared, (plans) =>
      Promise.resolve(plans.filter(({ target }) => target.id === to.connections.idAt(2))),
    );
    await carryOutBatch(confirmed, window.context);
    expect(to.requests.all(UPDATE).map(({ id }) => id)).toEqual([to.connections.idAt(2)]);
    expect(updates(to)).toBe(1);
  });

  it("finds the files that are for one connection, so that no two are sent to it", async () => {
    const [to, other] = [await service(), await service()];
    const [window, elsewhere] = [openWindow(to), openWindow(other)];
    const at = (index: number, file: string) => ({
      ...requestFor(to, window, { id: to.connections.idAt(index), name: file }),
      file,
    });
    const same = { ...requestFor(other, elsewhere, { id: other.connections.idAt(1), name: "other" }), file: "other" };
    const { single, contested } = byTarget([at(0, "a"), at(1, "b"), at(1, "c"), same, at(1, "d"), at(2, "e")]);
    expect(other.connections.idAt(1)).toBe(to.connections.idAt(1));
    expect(single.map(({ file }) => file)).toEqual(["a", "other", "e"]);
    expect(contested.map((group) => group.map(({ file }) => file))).toEqual([["b", "c", "d"]]);
    const { prepared } = await prepareBatch([...single, ...contested.flatMap((group) => group.slice(0, 1))]);
    await carryOutBatch(await reviewPushes(prepared, (plans) => Promise.resolve(plans)), window.context);
    expect(
      to.requests
        .all(UPDATE)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([0, 1, 2].map((index) => to.connections.idAt(index)).sort());
    expect([updates(to), updates(other)]).toEqual([3, 1]);
  });

  it("stops a file that cannot be pushed before the review, and no other", async () => {
    const { to, window, requests } = await tenConnections(3);
    const unresolved = requestFor(to, window, { setup: { type: "TOKEN", token: "${env:NONE}" } });
    const { prepared, stopped } = await prepareBatch([...requests, unresolved]);
    expect(prepared.map(({ request }) => request)).toEqual(requests);
    expect(stopped.map(({ request, outcome }) => [request, outcome.kind])).toEqual([[unresolved, "unresolved"]]);
    expect(updates(to)).toBe(0);
  });

  it("tells which records changed since they were remembered", async () => {
    const { to, requests } = await tenConnections(2);
    const remembering = requests.map((request) => ({ ...request, remembered: rememberNow(to, request.id) }));
    to.connections.change(to.connections.idAt(1), { ready: false });
    const { prepared } = await prepareBatch(remembering);
    expect(prepared.map(({ drift }) => drift.kind)).toEqual(["same", "changed"]);
    expect(updates(to)).toBe(0);
  });

  it("does not overwrite what changed while the person reviewed", async () => {
    const { to, window, requests } = await tenConnections(3);
    const { prepared } = await prepareBatch(requests);
    const confirmed = await reviewPushes(prepared, (plans) => {
      to.connections.change(to.connections.idAt(1), { name: "Someone else's" });
      return Promise.resolve(plans);
    });
    const { ended, failed } = await carryOutBatch(confirmed, window.context);
    expect(ended.map(({ outcome }) => outcome.kind)).toEqual(["done", "drifted", "done"]);
    expect([failed, updates(to), applied(to)]).toEqual([1, 2, 2]);
  });

  it("pushes two files of one connection one time, and says so of the other", async () => {
    const { to, window, requests } = await tenConnections(1);
    const twin = requestFor(to, window, { name: "Twin" });
    const { prepared } = await prepareBatch([...requests, twin]);
    const { ended } = await carryOutBatch(
      await reviewPushes(prepared, (plans) => Promise.resolve(plans)),
      window.context,
    );
    expect(ended.map(({ outcome }) => outcome.kind)).toEqual(["done", "busy"]);
    expect(updates(to)).toBe(1);
  });

  it("can be cancelled: what was sent is told, the rest is not sent", async () => {
    const { to, window, requests } = await tenConnections();
    const abort = new AbortController();
    to.faults.add({ kind: "hold", name: "all", when: "after" }, { ...UPDATE, times: "always" });
    const { prepared } = await prepareBatch(requests);
    const carrying = carryOutBatch(await reviewPushes(prepared, (plans) => Promise.resolve(plans)), window.context, {
      signal: abort.signal,
    });
    await to.requests.waitFor({ ...UPDATE, applied: true }, 4);
    abort.abort();
    const { ended, succeeded, cancelled } = await carrying;
    expect(ended.map(({ outcome }) => outcome.kind)).toEqual([
      ...Array<string>(4).fill("applied"),
      ...Array<string>(6).fill("cancelled"),
    ]);
    expect([succeeded, cancelled, updates(to), applied(to)]).toEqual([4, 6, 4, 4]);
  });

  it("reads each page once for a thousand files, then each record once more", async () => {
    const { to, window, requests } = await tenConnections(1000);
    const { prepared } = await prepareBatch(requests);
    expect([prepared.length, to.requests.all({ operation: "list" }).length]).toEqual([1000, 10]);
    const summary = await carryOutBatch(
      await reviewPushes(prepared, (plans) => Promise.resolve(plans)),
      window.context,
    );
    expect([summary.succeeded, updates(to), applied(to)]).toEqual([1000, 1000, 1000]);
    expect(window.context.history.lines).toHaveLength(500);
  });
});
