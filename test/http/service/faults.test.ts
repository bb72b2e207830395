import { createGunzip } from "node:zlib";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import type { Fault } from "../../service/faults/fault.js";
import { list, records, service, socketError, update } from "./support.js";

const { id } = connectionAt(0);
/** What undici calls a connection that the other side reset, and one it closed. */
const ERROR = { reset: "ECONNRESET", close: "UND_ERR_SOCKET" };

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
    expect((await update(running, id, { name: "y" })).status).toBe(200);
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
    expect(running.requests.all()).toMatchObject([{ applied, status: undefined }]);
    expect(running.connections.get(id)?.name === "x").toBe(applied);
  });
});

describe("other replies", () => {
  it.each<[string, Fault & { kind: "reply" }, number, string, RegExp]>([
    ["5xx", { kind: "reply", status: 503 }, 503, "application/json", /"statusCode":503/],
    [
      "HTML with 200",
      { kind: "reply", status: 200, headers: { "Content-Type": "text/html" }, body: "<html>" },
      200,
      "text/html",
      /^<html>$/,
    ],
    ["wrong types", { kind: "reply", status: 200, body: '{"id":5}' }, 200, "application/json", /^\{"id":5\}$/],
    [
      "a redirect",
      { kind: "reply", status: 307, headers: { Location: "http://127.0.0.1:9/x" }, body: "" },
      307,
      "application/json",
      /^$/,
    ],
  ])("%s", async (_, fault, status, type, text) => {
    const running = await service();
    running.faults.add(fault);
    const response = await update(running, id, { name: "x" });
    expect([response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([status, type]);
    expect(response.text).toMatch(text);
    for (const [name, value] of Object.entries(fault.headers ?? {})) expect(response.headers.get(name)).toBe(value);
    expect(running.requests.all()).toMatchObject([{ applied: false, status }]);
  });

  it("can come although the update was applied", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 502, applied: true });
    expect((await update(running, id, { name: "x" })).status).toBe(502);
    expect(running.requests.all()).toMatchObject([{ applied: true, status: 502 }]);
    expect(running.connections.get(id)?.name).toBe("x");
  });

  it.each([
    [{ "X-RateLimit-Reset": "NaN" }],
    [{ "X-RateLimit-Limit": "50", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "4102444800" }],
    [{ "Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT" }],
    [{}],
  ])("a burst of 429 with the headers %j and no others", async (headers) => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 429, headers }, { times: 3 });
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      const response = await list(running);
      statuses.push(response.status);
      const limits = [...response.headers].filter(([name]) => /ratelimit|retry/.test(name));
      if (response.status === 429) expect(Object.fromEntries(limits)).toEqual(Object.fromEntries(new Headers(headers)));
    }
    expect(statuses).toEqual([429, 429, 429, 200]);
  });

  it("429 has the three headers of the document unless told otherwise", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 429 });
    const { headers } = await list(running);
    expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual(["50", "0"]);
    expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000 - 1);
  });

  it("headers can be replaced and removed", async () => {
    const running = await service();
    running.faults.add({
      kind: "headers",
      headers: { "content-type": null, Date: "Thu, 01 Jan 1970 00:00:00 GMT", "X-Odd": "1" },
    });
    const { headers } = await list(running);
    expect([headers.get("content-type"), headers.get("date"), headers.get("x-odd")]).toEqual([
      null,
      "Thu, 01 Jan 1970 00:00:00 GMT",
      "1",
    ]);
  });
});

describe("bodies", () => {
  it("that end early look whole, or are cut", async () => {
    const running = await service();
    const whole = (await list(running)).text;
    running.faults.add({ kind: "truncate", how: "framed" });
    expect((await list(running)).text).toBe(whole.slice(0, Math.floor(whole.length / 2)));
    running.faults.add({ kind: "truncate", how: "framed", bytes: 3 });
    expect((await list(running)).text).toBe(whole.slice(0, 3));
    running.faults.add({ kind: "truncate", how: "cut", bytes: 100 });
    const cut = await get(running.baseUrl, running.accessToken);
    expect([cut.statusCode, cut.headers["content-length"]]).toEqual([200, String(whole.length)]);
    let text = "";
    const reading = (async () => {
      for await (const chunk of cut.body) text += String(chunk);
    })();
    expect(await socketError(reading)).toBe(ERROR.close);
    expect(text).toBe(whole.slice(0, 100));
  });

  it("that are slow come in pieces and are whole in the end", async () => {
    const running = await service({ connections: 1 });
    const whole = (await list(running)).text;
    running.faults.add({ kind: "slow-body", bytes: 64, everyMilliseconds: 1 });
    const { body } = await get(running.baseUrl, running.accessToken);
    const pieces: Buffer[] = [];
    for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(whole);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(whole.length);
  });

  it("that are bombs are small and unpack to JSON of the size asked for", async () => {
    const running = await service();
    running.faults.add({ kind: "gzip-bomb", bytes: 20_000_000 });
    const { body, headers } = await get(running.baseUrl, running.accessToken);
    expect(headers["content-encoding"]).toBe("gzip");
    const zipped = Buffer.from(await body.arrayBuffer());
    expect(zipped.length).toBeLessThan(200_000);
    const gunzip = createGunzip();
    gunzip.end(zipped);
    let text = "";
    for await (const chunk of gunzip) text += String(chunk);
    expect(text).toHaveLength(20_000_000);
    expect(text.replaceAll(" ", "")).toBe("[]");
  });

  it("that are bombs stop being made when the caller leaves", async () => {
    const running = await service();
    running.faults.add({ kind: "gzip-bomb", bytes: Number.MAX_SAFE_INTEGER });
    const { body } = await get(running.baseUrl, running.accessToken);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await list(running)).status).toBe(200);
  });

  it("that never end go on until the caller leaves", async () => {
    const running = await service();
    running.faults.add([{ kind: "endless-body" }]);
    const { body } = await get(running.baseUrl, running.accessToken);
    let text = "";
    for await (const chunk of body) {
      text += String(chunk);
      if (text.length > 2_000_000) break;
    }
    expect(text.slice(0, 200)).toContain(`[{"id":"${id}"`);
    expect((await list(running)).status).toBe(200);
  });
});

describe("pages", () => {
  it("never end, with new records or the same", async () => {
    const running = await service({ connections: 2 });
    running.faults.add({ kind: "endless-pages", records: "new" }, { times: 2 });
    running.faults.add({ kind: "endless-pages", records: "same" }, { times: 2 });
    const first = [];
    for (let i = 0; i < 4; i++) first.push(records(await list(running, "page=900&per_page=100"))[0]?.["id"]);
    expect(first).toEqual([connectionAt(90_000).id, connectionAt(90_000).id, id, id]);
    expect(records(await list(running, "page=900"))).toEqual([]);
  });

  it("shift when connections appear or go while they are read", async () => {
    const running = await service({ connections: 6 });
    const ids = async (query: string) => records(await list(running, query)).map((record) => record["id"]);
    expect(await ids("per_page=2")).toEqual([id, connectionAt(1).id]);
    running.faults.add({ kind: "shift", insert: 1 });
    expect(await ids("per_page=2&page=1")).toEqual([connectionAt(1).id, connectionAt(2).id]);
    running.faults.add({ kind: "shift", remove: 2 });
    expect(await ids("per_page=2&page=1")).toEqual([connectionAt(3).id, connectionAt(4).id]);
  });
});

async function get(baseUrl: string, token: string) {
  return request(`${baseUrl}/flows/vault/connections`, { headers: { authorization: `Bearer ${token}` } });
}
