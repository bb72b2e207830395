import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import type { Fault, FaultScope } from "../../service/faults/fault.js";
import { list, service, socketError, update } from "./support.js";

const { id, name } = connectionAt(0);
const other = connectionAt(1).id;
const TEAPOT = { kind: "reply", status: 418 } as const;
/** What undici calls a connection that the other side reset, and one it closed. */
const ERROR = { reset: "ECONNRESET", close: "UND_ERR_SOCKET" };

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

describe("a hold", () => {
  it.each([
    ["before", name],
    ["after", "x"],
  ] as const)("%s the operation keeps a request until it is released", async (when, meanwhile) => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "gate", when }, { operation: "update" });
    const pending = update(running, id, { name: "x" });
    await running.faults.held("gate");
    expect([running.connections.get(id)?.name, (await list(running)).status]).toEqual([meanwhile, 200]);
    running.faults.release("gate");
    expect([(await pending).status, running.connections.get(id)?.name]).toEqual([200, "x"]);
  });

  it.each(["clear", "close"] as const)("ends with %s", async (how) => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "gate" });
    const ended = list(running).then(
      ({ status }) => status,
      () => "closed",
    );
    await running.faults.held("gate");
    if (how === "clear") running.faults.clear();
    else await running.close();
    expect(await ended).toBe(how === "clear" ? 200 : "closed");
  });
});

describe("silence", () => {
  it.each([
    ["reset", "before", false],
    ["reset", "after", true],
    ["close", "before", false],
    ["close", "after", true],
  ] as const)("%s %s applying: the caller learns nothing, the update is applied: %s", async (how, when, applied) => {
    const running = await service();
    running.faults.add({ kind: "silence", how, when }, { operation: "update" });
    expect(await socketError(update(running, id, { name: "x" }))).toBe(ERROR[how]);
    expect(running.requests.all({ operation: "update" })).toMatchObject([{ applied, status: undefined }]);
    expect(running.connections.get(id)?.name === "x").toBe(applied);
  });

  it.each([
    ["before", false],
    ["after", true],
  ] as const)("hanging %s applying lasts until the caller gives up; applied: %s", async (when, applied) => {
    const running = await service();
    running.faults.add({ kind: "silence", how: "hang", when });
    const abort = new AbortController();
    const waiting = fetch(`${running.baseUrl}/flows/vault/connections/${id}`, {
      method: "PATCH",
      body: '{"name":"x"}',
      headers: { Authorization: `Bearer ${running.accessToken}`, "Content-Type": "application/json" },
      signal: abort.signal,
    });
    const failed = expect(waiting).rejects.toThrow();
    await running.requests.waitFor({ operation: "update", applied });
    abort.abort();
    await failed;
    expect(running.connections.get(id)?.name === "x").toBe(applied);
  });
});

describe("other replies", () => {
  it.each<[string, Fault & { kind: "reply" }, RegExp]>([
    ["5xx", { kind: "reply", status: 503 }, /"statusCode":503/],
    ["HTML", { kind: "reply", status: 200, headers: { "Content-Type": "text/html" }, body: "<html>" }, /^<html>$/],
    ["a redirect", { kind: "reply", status: 307, headers: { Location: "http://127.0.0.1:9/x" }, body: "" }, /^$/],
    ["a 429 with odd headers", { kind: "reply", status: 429, headers: { "X-RateLimit-Reset": "NaN" } }, /./],
  ])("%s", async (_, fault, text) => {
    const running = await service();
    running.faults.add(fault);
    const response = await update(running, id, { name: "x" });
    expect([response.status, response.text]).toEqual([fault.status, expect.stringMatching(text)]);
    for (const [header, value] of Object.entries(fault.headers ?? {})) expect(response.headers.get(header)).toBe(value);
    expect(running.requests.all()).toMatchObject([{ applied: false, status: fault.status }]);
  });

  it("can come although the update was applied", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 502, applied: true });
    expect((await update(running, id, { name: "x" })).status).toBe(502);
    expect(running.requests.all()).toMatchObject([{ applied: true, status: 502 }]);
    expect(running.connections.get(id)?.name).toBe("x");
  });

  it("have the three headers of the document where they are a 429, and others where these are replaced", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 429 });
    const limited = (await list(running)).headers;
    expect([limited.get("x-ratelimit-limit"), limited.get("x-ratelimit-remaining")]).toEqual(["50", "0"]);
    expect(Number(limited.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000 - 1);
    running.faults.add({ kind: "headers", headers: { "content-type": null, "X-Odd": "1" } });
    const { headers } = await list(running);
    expect([headers.get("content-type"), headers.get("x-odd")]).toEqual([null, "1"]);
  });
});

describe("records", () => {
  it.each([
    ["before", "mine"],
    ["after", "theirs"],
  ] as const)("that somebody changes %s an update are left with the name %s", async (when, left) => {
    const running = await service();
    running.faults.add({ kind: "change", change: { name: "theirs" }, when });
    expect((await update(running, id, { name: "mine" })).json).toMatchObject({ name: "mine" });
    expect(running.connections.get(id)?.name).toBe(left);
  });
});

describe("recorded requests", () => {
  it("hold method, path, query, headers and the bytes of the body", async () => {
    const running = await service();
    const bytes = new TextEncoder().encode('{ "name" : "Zo\\u00eb 😀" }\r\n');
    const segment = id.replace("_", "%5f");
    await update(running, `${segment}?x=1&x=2`, bytes, { headers: { "Content-Type": "application/json", "X-A": "a" } });
    const [recorded] = running.requests.all();
    expect(recorded).toMatchObject({
      number: 1,
      method: "PATCH",
      path: `/api/v2/flows/vault/connections/${segment}`,
      operation: "update",
      id,
      status: 200,
      applied: true,
      headers: { authorization: `Bearer ${running.accessToken}`, "x-a": "a" },
    });
    expect([recorded?.body.equals(bytes), recorded?.query.getAll("x")]).toEqual([true, ["1", "2"]]);
  });

  it("are waited for, found by page and id, and kept up to the number asked for", async () => {
    const running = await service({ keptRequests: 3 });
    const waiting = running.requests.waitFor({ operation: "update" }, 2);
    await list(running, "page=1");
    await list(running);
    for (const to of [id, "unknown"]) await update(running, to, { name: "x" });
    const numbers = (filter: Parameters<typeof running.requests.all>[0]) =>
      running.requests.all(filter).map(({ number }) => number);
    expect((await waiting).map(({ number }) => number)).toEqual([3, 4]);
    expect([numbers({}), numbers({ page: 0 }), numbers({ page: 1 }), numbers({ id })]).toEqual([
      [2, 3, 4],
      [2],
      [],
      [3],
    ]);
    expect(running.requests.sockets).toBeGreaterThan(0);
  });
});
