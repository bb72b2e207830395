import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import type { FaultScope } from "../../service/faults/fault.js";
import { service } from "../client/support.js";
import { list, update } from "./support.js";

const { id, name } = connectionAt(0);
const other = connectionAt(1).id;
const TEAPOT = { kind: "reply", status: 418 } as const;

describe("which requests meet a fault", () => {
  it.each<[string, FaultScope, readonly number[]]>([
    ["the next", {}, [418, 200, 200, 200, 200]],
    ["always", { times: "always" }, [418, 418, 418, 418, 418]],
    ["the second of an operation", { operation: "update", skip: 1 }, [200, 200, 200, 418, 200]],
    ["the id", { id: other, times: "always" }, [200, 200, 200, 418, 200]],
    ["the first page, given or not", { page: 0, times: "always" }, [418, 200, 200, 200, 418]],
    ["the method", { method: "PATCH", times: "always" }, [200, 200, 418, 418, 200]],
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

  it("is decided in the order of the queue, until it is cleared", async () => {
    const running = await service();
    for (const status of [500, 502, 503]) running.faults.add({ kind: "reply", status });
    const statuses = [(await list(running)).status, (await list(running)).status];
    running.faults.clear();
    expect([...statuses, (await list(running)).status]).toEqual([500, 502, 200]);
  });
});

describe.each([
  ["before", false],
  ["after", true],
] as const)("%s an update took effect", (when, applied) => {
  it("a hold keeps the request until it is released", async () => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "gate", when }, { operation: "update" });
    const pending = update(running, id, { name: "x" });
    await running.faults.held("gate");
    expect([running.connections.get(id)?.name, (await list(running)).status]).toEqual([applied ? "x" : name, 200]);
    running.faults.release("gate");
    expect([(await pending).status, running.connections.get(id)?.name]).toEqual([200, "x"]);
  });

  it.each([
    ["reset", "ECONNRESET"],
    ["close", "UND_ERR_SOCKET"],
  ] as const)("a %s tells the caller nothing, and the record says what happened", async (how, code) => {
    const running = await service();
    running.faults.add({ kind: "silence", how, when }, { operation: "update" });
    await expect(update(running, id, { name: "x" })).rejects.toMatchObject({ cause: { code } });
    expect(running.requests.all({ operation: "update" })).toMatchObject([{ applied, status: undefined }]);
    expect(running.connections.get(id)?.name === "x").toBe(applied);
  });

  it("silence lasts until the caller gives up", async () => {
    const running = await service();
    running.faults.add({ kind: "silence", how: "hang", when });
    const abort = new AbortController();
    const failed = expect(update(running, id, { name: "x" }, { signal: abort.signal })).rejects.toThrow();
    await running.requests.waitFor({ operation: "update", applied });
    abort.abort();
    await failed;
    expect(running.connections.get(id)?.name === "x").toBe(applied);
  });

  it("another reply can come", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 502, applied });
    expect((await update(running, id, { name: "x" })).status).toBe(502);
    expect(running.requests.all()).toMatchObject([{ applied, status: 502 }]);
    expect(running.connections.get(id)?.name === "x").toBe(applied);
  });

  it("somebody else changes the record", async () => {
    const running = await service();
    running.faults.add({ kind: "change", change: { name: "theirs" }, when });
    expect((await update(running, id, { name: "mine" })).json).toMatchObject({ name: "mine" });
    expect(running.connections.get(id)?.name).toBe(applied ? "theirs" : "mine");
  });
});

it("a 429 has the three headers of the document, unless it is given others", async () => {
  const running = await service();
  running.faults.add({ kind: "reply", status: 429 });
  const { headers } = await list(running);
  expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual(["50", "0"]);
  expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000 - 1);
  running.faults.add({ kind: "reply", status: 429, headers: { "X-RateLimit-Reset": "NaN" } });
  expect((await list(running)).headers.get("x-ratelimit-reset")).toBe("NaN");
});

it("requests are recorded as they were sent, waited for, and kept up to a number", async () => {
  const running = await service({ keptRequests: 3 });
  const waiting = running.requests.waitFor({ operation: "update" }, 2);
  await list(running, "page=1");
  await list(running);
  const bytes = new TextEncoder().encode('{ "name" : "Zo\\u00eb 😀" }\r\n');
  const segment = id.replace("_", "%5f");
  for (const to of [`${segment}?x=1&x=2`, "unknown"]) await update(running, to, bytes);
  const [recorded, unknown] = await waiting;
  expect([recorded, unknown]).toMatchObject([
    { method: "PATCH", path: `/api/v2/flows/vault/connections/${segment}`, id, status: 200, applied: true },
    { id: "unknown", status: 404, applied: false },
  ]);
  expect([recorded?.body.equals(bytes), recorded?.query.getAll("x")]).toEqual([true, ["1", "2"]]);
  const { requests } = running;
  const numbers = [{}, { page: 0 }, { page: 1 }].map((filter) => requests.all(filter).map(({ number }) => number));
  expect(numbers).toEqual([[2, 3, 4], [2], []]);
  expect(requests.sockets).toBeGreaterThan(0);
});
