import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../client/core/push/pushTypes.js";
import { openService, LIST, UPDATE } from "../client/support.js";
import {
  openWindow,
  push,
  pushAll,
  pushTo,
  rememberNow,
  requestFor,
  textOf,
  setUpPush,
  type Window,
} from "./support.js";

describe("a record that changed on the service", () => {
  it("is overwritten without a question if it is as remembered", async () => {
    const { service, window } = await setUpPush();
    window.decisions.onDrift = () => expect.fail("Nobody should be asked.");
    expect(await push(service, window, { remembered: rememberNow(service) })).toMatchObject({ kind: "done" });
    expect(service.requests.updates).toBe(1);
  });

  it.each([
    ["push", "done", 1],
    ["compare", "compare", 0],
    ["cancel", "cancelled", 0],
  ] as const)("needs a decision if it changed: %s", async (choice, kind, requests) => {
    for (const moment of ["before", "review"]) {
      const { service, window, id } = await setUpPush();
      const remembered = rememberNow(service);
      const change = () => service.connections.change(id, { name: "Someone else's", ready: false });
      const asked: unknown[] = [];
      window.decisions.onDrift = ({ drift }) => (asked.push(drift), choice);
      if (moment === "before") change();
      else window.decisions.confirm = () => (change(), Promise.resolve(true));
      const outcome = await push(service, window, { remembered });
      expect(outcome.kind).toBe(kind);
      const { name, ready } = remembered;
      expect(asked).toMatchObject([{ kind: "changed", before: { name, ready }, now: { name: "Someone else's" } }]);
      if (outcome.kind === "compare") expect(outcome.views.before).toContain("Someone else's");
      expect(service.requests.sent).toEqual([requests, requests]);
    }
  });

  it("isn't taken for the push's own change after a lost response", async () => {
    const { service, window, id } = await setUpPush({ kind: "silence", how: "reset", when: "before" });
    // Changed while it was reviewed, and overwritten: what counts is how it was just before sending.
    window.decisions.confirm = () => (service.connections.change(id, { name: "Meanwhile" }), Promise.resolve(true));
    expect(await push(service, window, { remembered: rememberNow(service) })).toMatchObject({ kind: "notApplied" });
    expect(service.requests.sent).toEqual([1, 0]);
  });

  it("is shown with its current name in the review and afterward", async () => {
    const { service, window, id } = await setUpPush();
    const stale = service.connections.get(id)?.name;
    service.connections.change(id, { name: "Called so now" });
    const reviewed: unknown[] = [];
    window.decisions.confirm = (pushes) => {
      for (const { target, plan } of pushes) reviewed.push([target.connection, plan.record?.name, plan.views.before]);
      return Promise.resolve(true);
    };
    const { results } = await pushAll(window, [{ ...requestFor(service, window), name: stale }]);
    expect(reviewed).toEqual([["Called so now", "Called so now", expect.stringContaining('"name": "Called so now"')]]);
    expect(results).toMatchObject([{ target: { connection: "Called so now" }, outcome: { kind: "done" } }]);
  });

  it.each(["before", "while it is reviewed"])("gets no update if it's gone %s", async (moment) => {
    const { service, window, id } = await setUpPush();
    const remove = () => {
      service.connections.remove(id);
    };
    if (moment === "before") remove();
    else window.decisions.confirm = () => (remove(), Promise.resolve(true));
    expect(await push(service, window, { id })).toEqual({ kind: "gone" });
    expect(service.requests.updates).toBe(0);
  });

  it("is reported as not found if it's beyond the pages that were read", async () => {
    const { service, window } = await setUpPush([], { connections: 600, choices: { pageLimit: 10 } });
    const id = service.connections.idAt(590);
    service.faults.add({ kind: "silence", how: "reset", when: "after" }, UPDATE);
    const request = requestFor(service, window, { id, name: "Renamed" });
    const { end } = await pushTo(window, request);
    expect(end).toMatchObject({ kind: "unknown" });
    expect(window.shown.flatMap(({ warnings }) => warnings.map(({ text }) => text))).toEqual([
      "The connection's current state is unknown, so the outcome can't be verified if the response is lost.",
    ]);
    expect(service.requests.sent).toEqual([1, 1]);
  });

  it("isn't called deleted if it moves beyond those pages during the review", async () => {
    const { service, window } = await setUpPush([], { connections: 550, choices: { pageLimit: 10 } });
    const request = requestFor(service, window, { name: "Renamed" });
    window.decisions.confirm = () => {
      for (let others = 0; others < 600; others++) service.connections.insert();
      return Promise.resolve(true);
    };
    const { results } = await pushAll(window, [request]);
    expect(results).toMatchObject([{ outcome: { kind: "done" } }]);
    expect(results[0]?.entry?.before).toBeUndefined();
    expect(service.requests.sent).toEqual([1, 1]);
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
    const { service, window } = await setUpPush();
    const outcome = await push(service, window, arrange(window));
    expect([outcome.kind, textOf(outcome)]).toEqual([kind, text]);
    expect(service.requests.updates).toBe(0);
    expect([window.context.journal.open, window.history.lines]).toEqual([[], []]);
  });

  it("is stopped early if the token expired or lacks the scope", async () => {
    for (const [token, failure] of [
      [{ scopes: ["read:flows_vault_connections"] }, "lacks-update-scope"],
      [{ expiresInSeconds: -60 }, "expired"],
    ] as const) {
      const service = await openService();
      const window = openWindow({ ...service, accessToken: await service.token(token) });
      window.decisions.confirm = () => Promise.reject(new Error("nobody should be asked"));
      expect(await push(service, window)).toEqual({ kind: "preflightFailure", failure });
      expect(service.requests.updates).toBe(0);
    }
  });

  it("is left to the service if this computer's clock may be wrong", async () => {
    const { service, window } = await setUpPush();
    await window.clock.sleep(30 * 86_400_000);
    expect(await window.client.preflightFailure()).toBe("expired");
    expect(await push(service, window)).toMatchObject({ kind: "done" });
    service.revokeTokens();
    expect(await push(service, window)).toEqual({ kind: "preflightFailure", failure: "expired" });
    expect(service.requests.sent).toEqual([1, 1]);
  });

  it.each([
    ["reset", { kind: "silence", how: "reset", when: "before" }],
    ["500", { kind: "reply", status: 500 }],
    ["HTML", { kind: "reply", status: 200, body: "<html>" }],
    ["403", { kind: "reply", status: 403 }],
  ] as const)("is stopped if the list answers with %s", async (_, fault) => {
    const { service, window } = await setUpPush();
    service.faults.add(fault, { ...LIST, times: "always" });
    const outcome = await push(service, window);
    expect(outcome.kind).toBe("unreadable");
    expect(textOf(outcome)).toMatch(/ Nothing was sent\.$/);
    expect([service.requests.updates, window.shown]).toEqual([0, []]);
  });
});
