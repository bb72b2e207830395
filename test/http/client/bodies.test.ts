import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { connect, failure, said, service, SHORT } from "./support.js";
import { stranger } from "./servers.js";

const RECORDS = JSON.stringify([{ id: "ac_1", name: "One" }]);

/** A service that answers with these headers and this body, whatever is asked. */
async function replying(headers: string, body: Buffer): Promise<{ baseUrl: string; accessToken: string }> {
  const { port } = await stranger((socket) =>
    socket.on("data", () =>
      socket.end(
        Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n${headers}\r\n\r\n`), body]),
      ),
    ),
  );
  return { baseUrl: `http://127.0.0.1:${port}/api/v2`, accessToken: "canary-token" };
}

describe("a compressed answer", () => {
  it.each([
    ["gzip", zlib.gzipSync],
    ["x-gzip", zlib.gzipSync],
    ["deflate", zlib.deflateSync],
    ["deflate", zlib.deflateRawSync],
    ["br", zlib.brotliCompressSync],
    ["identity", (bytes: Buffer) => bytes],
    ["GZIP", zlib.gzipSync],
  ] as const)("is read: %s", async (encoding, compress) => {
    const to = await replying(`Content-Encoding: ${encoding}`, compress(Buffer.from(RECORDS)));
    expect((await connect(to).client.listPage(0)).records).toMatchObject([{ id: "ac_1", name: "One" }]);
  });

  it("is read from a service that compresses", async () => {
    const running = await service({ connections: 100, choices: { gzip: true } });
    expect((await connect(running).client.listPage(0)).records.length).toBe(100);
    expect(running.requests.all()[0]?.headers["accept-encoding"]).toContain("gzip");
  });

  it.each([
    ["cut short", "gzip", zlib.gzipSync(RECORDS).subarray(0, 30)],
    ["not what it says", "br", Buffer.from(RECORDS)],
    ["in an unknown encoding", "zstd", Buffer.from(RECORDS)],
    ["compressed twice", "gzip, gzip", zlib.gzipSync(zlib.gzipSync(RECORDS))],
  ])("is refused where it cannot be read: %s", async (_, encoding, body) => {
    const error = await failure(connect(await replying(`Content-Encoding: ${encoding}`, body)).client.listPage(0));
    expect(error).toMatchObject({ kind: "not-json", status: 200 });
  });

  it.each(["gzip", "br"] as const)("cannot fill the memory: %s", async (encoding) => {
    const blanks = Buffer.alloc(64 * 1024 * 1024, " ");
    const bomb =
      encoding === "gzip"
        ? zlib.gzipSync(blanks, { level: 1 })
        : zlib.brotliCompressSync(blanks, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } });
    const error = await failure(connect(await replying(`Content-Encoding: ${encoding}`, bomb)).client.listPage(0));
    expect(error).toMatchObject({ kind: "too-large" });
    expect(said(error)).toBe("Acme answered with more than can be read safely. Check the tenant's address.");
  });

  it("from the service that unpacks to a gigabyte is refused", async () => {
    const running = await service();
    running.faults.add({ kind: "gzip-bomb", bytes: 1024 ** 3 });
    const before = process.memoryUsage().rss;
    const error = await failure(connect(running).client.listPage(0));
    expect(error.kind).toBe("too-large");
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1024 ** 2);
  });
});

describe("an answer that is of no use", () => {
  it.each([
    ["HTML", "<!doctype html><title>Sign in</title>", "not-json"],
    ["nothing", "", "not-json"],
    ["half an array", RECORDS.slice(0, -4), "not-json"],
    ["a text", '"canary-token"', "unexpected-shape"],
    ["null", "null", "unexpected-shape"],
    ["a number", "7", "unexpected-shape"],
    ["an object without a list", '{"total":3}', "unexpected-shape"],
    ["an object with two lists of no records", '{"a":[1],"b":[2]}', "unexpected-shape"],
    ["20,000 levels", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, undefined],
  ])("is told apart from a list: %s", async (_, body, kind) => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 200, body });
    const { client } = connect(running);
    if (kind === undefined) expect(await client.listPage(0)).toMatchObject({ records: [], droppedCount: 1 });
    else expect(await failure(client.listPage(0))).toMatchObject({ kind, sent: "no" });
  });

  it("has a bound, whether it says its size or not", async () => {
    const running = await service({ connections: 100 });
    running.faults.add({ kind: "endless-body" });
    const { client } = connect(running, { limits: { bodyBytes: 10_000 } });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "too-large" });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "too-large" });
  });

  it("has a bound for all its pieces together", async () => {
    const pieces = `1000\r\n${" ".repeat(4096)}\r\n`.repeat(10);
    const { port } = await stranger((socket) =>
      socket.on("data", () => socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`)),
    );
    const to = { baseUrl: `http://127.0.0.1:${port}/api/v2`, accessToken: "canary-token" };
    const { client } = connect(to, { limits: { bodyBytes: 10_000 } });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "too-large" });
  });

  it("of an error is not read to its end, and the status counts", async () => {
    const { port } = await stranger((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 500 Broken\r\nTransfer-Encoding: chunked\r\n\r\n");
        const more = () => {
          while (socket.writable && socket.write(`1000\r\n${"x".repeat(4096)}\r\n`));
        };
        socket.on("drain", more);
        more();
      });
    });
    const { client } = connect({ baseUrl: `http://127.0.0.1:${port}/api/v2`, accessToken: "t" });
    expect(await failure(client.updateConnection("ac_1", { name: "x" }))).toMatchObject({
      kind: "server",
      status: 500,
      sent: "maybe",
    });
  });
});

describe("an answer that takes too long", () => {
  it.each([
    ["to begin", { kind: "silence", how: "hang", when: "before" }, "headers"],
    ["between two pieces", { kind: "slow-body", everyMilliseconds: 60_000 }, "body"],
    ["all in all", { kind: "slow-body", everyMilliseconds: 20 }, "total"],
  ] as const)("is given up: %s", async (_, fault, phase) => {
    const running = await service();
    running.faults.add(fault, { times: "always" });
    const error = await failure(
      connect(running, { limits: { ...SHORT, totalMs: phase === "total" ? 500 : 10_000 } }).client.listPage(0),
    );
    expect(error).toMatchObject({ kind: "timeout", phase, sent: "no" });
    expect(said(error)).toMatch(/^127\.0\.0\.1:\d+ took too long to answer\.$/);
  });

  it("can be cancelled at any moment", async () => {
    const running = await service();
    running.faults.add({ kind: "slow-body", everyMilliseconds: 10 });
    const abort = new AbortController();
    const reading = failure(connect(running).client.listPage(0, { signal: abort.signal }));
    await running.requests.waitFor();
    abort.abort();
    expect(await reading).toMatchObject({ kind: "cancelled" });
  });
});
