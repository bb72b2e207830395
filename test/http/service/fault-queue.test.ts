import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import type { FaultScope } from "../../service/faults/fault.js";
import { list, service, update } from "./support.js";

const { id, name } = connectionAt(0);
const other = connectionAt(1).id;
const TEAPOT = { kind: "reply", status: 418 } as const;

describe("which requests meet a fault", () => {
  it.each<[string, FaultScope, readonly number[]]>([
    ["the next", {}, [418, 200, 200, 200, 200]],
    ["always", { times: "always" }, [418, 418, 418, 418, 418]],
    ["twice", { times: 2 }, [418, 418, 200, 200, 200]],
    ["after two are spared", { skip: 2 }, [200, 200, 418, 200, 200]],
    ["the operation", { operation: "update" }, [200, 200, 418, 200, 200]],
    ["the second of an operation", { operation: "update", skip: 1 }, [200, 200, 200, 418, 200]],
    ["the id", { id: other, times: "always" }, [200, 200, 200, 418, 200]],
    ["the page", { page: 1 }, [200, 418, 200, 200, 200]],
    ["the first page, given or not", { page: 0, times: "always" }, [418, 200, 200, 200, 418]],
    ["the method", { method: "PATCH", times: "always" }, [200, 200, 418, 418, 200]],
    ["the path", { path: `/api/v2/flows/vault/connections/${other}` }, [200, 200, 200, 418, 200]],
    ["none", { operation: "token" }, [200, 200, 200, 200, 200]],
  ])("%s", async (_, scope, expected) => {
    const running = await service();
    running.faults.add(TEAPOT, scope);
    const responses = [
      await list(running),
      await list(running, "page=1"),
      await update(running, id, { name: "x" }),
      await update(running, other, { name: "x" }),
      await list(running, "page=0"),
    ];
    expect(responses.map(({ status }) => status)).toEqual(expected);
  });

  it("is decided in the order of the queue, one entry for each request", async () => {
    const running = await service();
    for (const status of [500, 502, 503]) running.faults.add({ kind: "reply", status });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await list(running)).status);
    expect(statuses).toEqual([500, 502, 503, 200]);
    expect(running.faults.size).toBe(0);
  });

  it("is none once the queue is cleared", async () => {
    const running = await service();
    running.faults.add(TEAPOT);
    running.faults.clear();
    expect((await list(running)).status).toBe(200);
  });
});

describe("several faults for one request", () => {
  it("happen in their order", async () => {
    const running = await service();
    running.faults.add([
      { kind: "delay", milliseconds: 1 },
      { kind: "headers", headers: { "X-First": "1" } },
      { kind: "truncate", how: "framed", bytes: 1 },
    ]);
    const response = await list(running);
    expect([response.headers.get("x-first"), response.text]).toEqual(["1", "["]);
  });
});

describe("a hold", () => {
  it.each([
    ["before", name],
    ["after", "x"],
  ] as const)("%s the operation keeps a request until it is released", async (when, meanwhile) => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "gate", when }, { operation: "update" });
    const pending = update(running, id, { name: "x" });
    await running.faults.held("gate");
    expect(running.connections.get(id)?.name).toBe(meanwhile);
    expect((await list(running)).status).toBe(200);
    running.faults.release("gate");
    expect((await pending).status).toBe(200);
    expect(running.connections.get(id)?.name).toBe("x");
  });

  it("ends when the service closes", async () => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "gate" });
    const failed = expect(list(running)).rejects.toThrow();
    await running.faults.held("gate");
    await running.close();
    await failed;
  });

  it("ends when the faults are cleared", async () => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "gate" });
    const pending = list(running);
    await running.faults.held("gate");
    running.faults.clear();
    expect((await pending).status).toBe(200);
  });
});

describe("somebody else's change", () => {
  it.each([
    ["before", "mine"],
    ["after", "theirs"],
  ] as const)("%s an update leaves the name %s", async (when, left) => {
    const running = await service();
    running.faults.add({ kind: "change", change: { name: "theirs" }, when });
    expect((await update(running, id, { name: "mine" })).json).toMatchObject({ name: "mine" });
    expect(running.connections.get(id)?.name).toBe(left);
  });

  it("can be about another connection than the request's", async () => {
    const running = await service();
    running.faults.add({ kind: "change", id: other, change: { ready: false }, when: "before" });
    await list(running);
    expect(running.connections.get(other)?.ready).toBe(false);
  });
});
