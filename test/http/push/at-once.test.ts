import { describe, expect, it } from "vitest";
import { service, updates } from "../client/support.js";
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
});
