import { connect } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import { list, service, update } from "./support.js";

const { id } = connectionAt(0);

describe("recorded requests", () => {
  it("hold method, path, query, headers and the bytes of the body", async () => {
    const running = await service();
    const bytes = new TextEncoder().encode('{ "name" : "Zo\\u00eb 😀" }\r\n');
    const segment = id.replace("_", "%5f");
    await update(running, `${segment}?x=1&x=2`, bytes, {
      headers: { "Content-Type": "application/json", "X-Trace": "a" },
    });
    const [request] = running.requests.all();
    expect(request).toMatchObject({
      number: 1,
      method: "PATCH",
      path: `/api/v2/flows/vault/connections/${segment}`,
      operation: "update",
      id,
      status: 200,
      applied: true,
    });
    expect(request?.body.equals(bytes)).toBe(true);
    expect(request?.query.getAll("x")).toEqual(["1", "2"]);
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${running.accessToken}`, "x-trace": "a" });
    expect(request?.rawHeaders).toContain("X-Trace");
  });

  it("are found by operation, page, id and method, oldest first", async () => {
    const running = await service();
    await list(running, "page=1");
    await list(running);
    await update(running, id, { name: "x" });
    await update(running, "unknown", { name: "x" });
    const numbers = (filter: Parameters<typeof running.requests.all>[0]) =>
      running.requests.all(filter).map(({ number }) => number);
    expect(numbers({})).toEqual([1, 2, 3, 4]);
    expect(numbers({ operation: "list" })).toEqual([1, 2]);
    expect(numbers({ page: 0 })).toEqual([2]);
    expect(numbers({ id: "unknown" })).toEqual([4]);
    expect(numbers({ method: "PATCH", id })).toEqual([3]);
    running.requests.clear();
    await list(running);
    expect(numbers({})).toEqual([5]);
  });

  it("can be waited for", async () => {
    const running = await service();
    const waiting = running.requests.waitFor({ operation: "update" }, 2);
    for (const name of ["a", "b"]) {
      await list(running);
      await update(running, id, { name });
    }
    expect((await waiting).map(({ body }) => body.toString())).toEqual(['{"name":"a"}', '{"name":"b"}']);
  });

  it("are kept up to the number asked for", async () => {
    const running = await service({ keptRequests: 2 });
    for (const page of [1, 2, 3]) await list(running, `page=${page}`);
    expect(running.requests.all().map(({ number }) => number)).toEqual([2, 3]);
  });

  it("include those for which there is nothing, and connections without any", async () => {
    const running = await service();
    await fetch(`${running.origin}/elsewhere`);
    const socket = connect(Number(new URL(running.origin).port), "127.0.0.1");
    await once(socket, "connect");
    socket.end();
    await once(socket, "close");
    expect(running.requests.all()).toMatchObject([{ operation: "other", path: "/elsewhere", status: 404 }]);
    expect(running.requests.sockets).toBe(2);
  });
});
