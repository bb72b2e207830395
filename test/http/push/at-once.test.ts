import { describe, expect, it } from "vitest";
import { applied, service, updates } from "../client/support.js";
import { openWindow, push, pushTo, requestFor, said, type Window } from "./support.js";

const UPDATE = { operation: "update" } as const;

describe("two pushes at once", () => {
  it("to one connection: the second does not begin", async () => {
    const to = await service();
    const window = openWindow(to);
    to.faults.add({ kind: "hold", name: "update" }, UPDATE);
    const first = push(to, window);
    await to.faults.held("update");
    expect(await push(to, window)).toEqual({ kind: "busy" });
    to.faults.release("update");
    expect(await first).toMatchObject({ kind: "done" });
    expect(updates(to)).toBe(1);
  });

  it("to two connections: both are sent", async () => {
    const to = await service();
    const window = openWindow(to);
    const outcomes = await Promise.all([0, 1].map((at) => push(to, window, { id: to.connections.idAt(at) })));
    expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "done"]);
    expect([updates(to), applied(to)]).toEqual([2, 2]);
  });

  it("to two tenants with the same id: each gets its own, whatever becomes active meanwhile", async () => {
    const [acme, other] = [await service(), await service()];
    const window = openWindow(acme);
    let active = requestFor(acme, window, { name: "For Acme" });
    window.decisions.confirm = () => {
      active = requestFor(other, openWindow(other), { name: "For the other" });
      return Promise.resolve(true);
    };
    expect((await pushTo(window, active)).end).toMatchObject({ kind: "done", record: { name: "For Acme" } });
    expect(active.tenant.origin).toBe(other.origin);
    expect([updates(acme), updates(other)]).toEqual([1, 0]);
  });
});

describe("a tenant that is changed or removed during a push", () => {
  /** What the editor does with the session of a tenant that is no longer what it was. */
  const withdraw = (window: Window) => window.client.close();

  it.each(["checking", "reviewing", "sending"] as const)(
    "stops it before anything is sent (%s), and says so",
    async (at) => {
      const [to, now] = [await service(), await service()];
      const window = openWindow(to);
      openWindow(now);
      const outcome = await push(
        to,
        window,
        {},
        {
          onStage: (stage) => {
            if (stage === at) void withdraw(window);
          },
        },
      );
      expect(outcome).toEqual({ kind: "withdrawn" });
      expect(said(outcome)).toBe(
        "The tenant Acme was changed or removed during the push. Nothing was sent. To see where the file goes now, push it again.",
      );
      expect([updates(to), updates(now)]).toEqual([0, 0]);
      expect(window.context.journal.open).toEqual([]);
    },
  );

  it("stops it while the person reads the review, whatever the answer", async () => {
    const [to, now] = [await service(), await service()];
    const window = openWindow(to);
    window.decisions.confirm = async () => {
      await withdraw(window);
      return true;
    };
    expect(await push(to, window)).toEqual({ kind: "withdrawn" });
    expect([updates(to), updates(now)]).toEqual([0, 0]);
  });
});

describe("an edit during a push", () => {
  it("does not change what is sent: the bytes that were reviewed", async () => {
    const to = await service();
    const window = openWindow(to);
    const setup = { type: "BEARER", token: "first" };
    window.decisions.confirm = () => {
      setup.token = "second";
      return Promise.resolve(true);
    };
    await push(to, window, { setup });
    const [request] = to.requests.all(UPDATE);
    expect(request?.body.toString()).toBe(window.shown[0]?.body);
    expect(to.connections.setupOf(to.connections.idAt(0))).toEqual({ type: "BEARER", token: "first" });
    expect(updates(to)).toBe(1);
  });
});
