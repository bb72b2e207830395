import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../client/core/push/push.js";
import { service, updates, sent } from "../client/support.js";
import {
  LIST,
  openWindow,
  push,
  pushAll,
  pushTo,
  rememberNow,
  requestFor,
  said,
  scene,
  UPDATE,
  type Window,
} from "./support.js";

describe("a record that changed on the service", () => {
  it("is overwritten without a question if it is as remembered", async () => {
    const { to, window } = await scene();
    window.decisions.onDrift = () => expect.fail("Nobody should be asked.");
    expect(await push(to, window, { remembered: rememberNow(to) })).toMatchObject({ kind: "done" });
    expect(updates(to)).toBe(1);
  });

  it.each([
    ["push", "done", 1],
    ["compare", "compare", 0],
    ["cancel", "cancelled", 0],
  ] as const)("needs a decision if it changed: %s", async (choice, kind, requests) => {
    for (const moment of ["before", "review"]) {
      const { to, window, id } = await scene();
      const remembered = rememberNow(to);
      const change = () => to.connections.change(id, { name: "Someone else's", ready: false });
      const asked: unknown[] = [];
      window.decisions.onDrift = ({ drift }) => (asked.push(drift), choice);
      if (moment === "before") change();
      else window.decisions.confirm = () => (change(), Promise.resolve(true));
      const outcome = await push(to, window, { remembered });
      expect(outcome.kind).toBe(kind);
      const { name, ready } = remembered;
      expect(asked).toMatchObject([{ kind: "changed", before: { name, ready }, now: { name: "Someone else's" } }]);
      if (outcome.kind === "compare") expect(outcome.views.before).toContain("Someone else's");
      expect(sent(to)).toEqual([requests, requests]);
    }
  });

  it("isn't taken for the push's own change after a lost response", async () => {
    const { to, window, id } = await scene({ kind: "silence", how: "reset", when: "before" });
    // Changed while it was reviewed, and overwritten: what counts is how it was just before sending.
    window.decisions.confirm = () => (to.connections.change(id, { name: "Meanwhile" }), Promise.resolve(true));
    expect(await push(to, window, { remembered: rememberNow(to) })).toMatchObject({ kind: "notApplied" });
    expect(sent(to)).toEqual([1, 0]);
  });

  it("is shown with its current name in the review and afterward", async () => {
    const { to, window, id } = await scene();
    const stale = to.connections.get(id)?.name;
    to.connections.change(id, { name: "Called so now" });
    const reviewed: unknown[] = [];
    window.decisions.confirm = (pushes) => {
      for (const { target, plan } of pushes) reviewed.push([target.connection, plan.record?.name, plan.views.before]);
      return Promise.resolve(true);
    };
    const { results } = await pushAll(window, [{ ...requestFor(to, window), name: stale }]);
    expect(reviewed).toEqual([["Called so now", "Called so now", expect.stringContaining('"name": "Called so now"')]]);
    expect(results).toMatchObject([{ target: { connection: "Called so now" }, outcome: { kind: "done" } }]);
  });

  it.each(["before", "while it is reviewed"])("gets no update if it's gone %s", async (moment) => {
    const { to, window, id } = await scene();
    const remove = () => {
      to.connections.remove(id);
    };
    if (moment === "before") remove();
    else window.decisions.confirm = () => (remove(), Promise.resolve(true));
    expect(await push(to, window, { id })).toEqual({ kind: "gone" });
    expect(updates(to)).toBe(0);
  });

  it("is reported as not found if it's beyond the pages that were read", async () => {
    const { to, window } = await scene([], { connections: 450 });
    const id = to.connections.idAt(440);
    to.faults.add({ kind: "silence", how: "reset", when: "after" }, UPDATE);
    const request = requestFor(to, window, { id, name: "Renamed" });
    const { end } = await pushTo({ ...window, context: { ...window.context, pageLimit: 2 } }, request);
    expect(end).toMatchObject({ kind: "unknown" });
    expect(window.shown.flatMap(({ warnings }) => warnings.map(({ text }) => text))).toEqual([
      `The current state of ${id} is unknown, so the outcome can't be verified if the response is lost.`,
    ]);
    expect(sent(to)).toEqual([1, 1]);
  });

  it("isn't called deleted if it moves beyond those pages during the review", async () => {
    const { to, window } = await scene([], { connections: 150 });
    const request = requestFor(to, window, { name: "Renamed" });
    window.decisions.confirm = () => {
      for (let others = 0; others < 100; others++) to.connections.insert();
      return Promise.resolve(true);
    };
    const { results } = await pushAll({ ...window, context: { ...window.context, pageLimit: 1 } }, [request]);
    expect(results).toMatchObject([{ outcome: { kind: "done" } }]);
    expect(results[0]?.entry?.before).toBeUndefined();
    expect(sent(to)).toEqual([1, 1]);
  });
});

describe("a push that isn't confirmed", () => {
  it.each<[string, (window: Window) => object, Outcome["kind"], string]>([
    ["declined", (window) => ((window.decisions.confirm = () => Promise.resolve(false)), {}), "cancelled", ""],
    ["to a read-only tenant", () => ({ readOnly: true }), "readOnly", "Acme is marked as read-only. Nothing was sent."],
    ["of nothing", () => ({ setup: null }), "nothing", "There's nothing to push. Add a name or a setup to the file."],
    [
      "with a reference that has no value",
      () => ({ setup: { type: "BEARER", token: "${secret:OTHER}" } }),
      "unresolved",
      "No secret named OTHER is stored. Nothing was sent.",
    ],
  ])("%s sends nothing", async (_, arrange, kind, text) => {
    const { to, window } = await scene();
    const outcome = await push(to, window, arrange(window));
    expect([outcome.kind, said(outcome)]).toEqual([kind, text]);
    expect(updates(to)).toBe(0);
    expect([window.context.journal.open, window.history.lines]).toEqual([[], []]);
  });

  it("is stopped early if the token expired or lacks the scope", async () => {
    for (const [token, failure] of [
      [{ scopes: ["read:flows_vault_connections"] }, "lacks-update-scope"],
      [{ expiresInSeconds: -60 }, "expired"],
    ] as const) {
      const to = await service();
      const window = openWindow({ ...to, accessToken: await to.token(token) });
      window.decisions.confirm = () => Promise.reject(new Error("nobody should be asked"));
      expect(await push(to, window)).toEqual({ kind: "preflightFailure", failure });
      expect(updates(to)).toBe(0);
    }
  });

  it("is left to the service if this computer's clock may be wrong", async () => {
    const { to, window } = await scene();
    await window.clock.sleep(30 * 86_400_000);
    expect(await window.client.preflightFailure()).toBe("expired");
    expect(await push(to, window)).toMatchObject({ kind: "done" });
    to.revokeTokens();
    expect(await push(to, window)).toEqual({ kind: "preflightFailure", failure: "expired" });
    expect(sent(to)).toEqual([1, 1]);
  });

  it.each([
    ["reset", { kind: "silence", how: "reset", when: "before" }],
    ["500", { kind: "reply", status: 500 }],
    ["HTML", { kind: "reply", status: 200, body: "<html>" }],
    ["403", { kind: "reply", status: 403 }],
  ] as const)("is stopped if the list answers with %s", async (_, fault) => {
    const { to, window } = await scene();
    to.faults.add(fault, { ...LIST, times: "always" });
    const outcome = await push(to, window);
    expect(outcome.kind).toBe("unreadable");
    expect(said(outcome)).toMatch(/ Nothing was sent\.$/);
    expect([updates(to), window.shown]).toEqual([0, []]);
  });
});
