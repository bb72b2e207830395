import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { answering, stranger } from "./servers.js";
import { connect, failure, messageOf, openService, SHORT, served } from "./support.js";

const RECORDS = JSON.stringify([{ id: "ac_1", name: "One" }]);
const BLANKS = Buffer.alloc(64 * 1024 * 1024, " ");

/** A client of a service that answers with a compressed body, whatever is asked. */
async function compressed(encoding: string, body: Buffer) {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nContent-Encoding: ${encoding}`;
  return connect((await answering(head, body)).address).client;
}

describe("a compressed response", () => {
  it.each([
    ["gzip", zlib.gzipSync],
    ["identity", (bytes: Buffer) => bytes],
    ["GZIP", zlib.gzipSync],
  ] as const)("is read: %s", async (encoding, compress) => {
    const client = await compressed(encoding, compress(Buffer.from(RECORDS)));
    expect((await client.listPage(0)).records).toMatchObject([{ id: "ac_1", name: "One" }]);
  });

  it.each([
    ["cut short", "gzip", zlib.gzipSync(RECORDS).subarray(0, 30), "not-json"],
    ["not what it says", "gzip", Buffer.from(RECORDS), "not-json"],
    ["in an encoding that wasn't asked for", "br", zlib.brotliCompressSync(RECORDS), "not-json"],
    ["compressed twice", "gzip, gzip", zlib.gzipSync(zlib.gzipSync(RECORDS)), "not-json"],
    ["a bomb", "gzip", zlib.gzipSync(BLANKS, { level: 1 }), "too-large"],
  ])("is refused if it can't be read: %s", async (_, encoding, body, kind) => {
    expect(await failure((await compressed(encoding, body)).listPage(0))).toMatchObject({ kind });
  });
});

describe("an invalid response", () => {
  it.each([
    ["HTML", "<!doctype html><title>Sign in</title>", "not-json"],
    ["nothing", "", "not-json"],
    ["half an array", RECORDS.slice(0, -4), "not-json"],
    ["a text", '"canary-token"', "unexpected-shape"],
    ["an object without a list", '{"total":3}', "unexpected-shape"],
  ])("isn't read as a list: %s", async (_, body, kind) => {
    const { client } = await served({ kind: "reply", status: 200, body });
    expect(await failure(client.listPage(0))).toMatchObject({ kind, sent: "no" });
  });

  it("may be nested 20,000 levels deep", async () => {
    const { client } = await served({ kind: "reply", status: 200, body: `${"[".repeat(20_000)}${"]".repeat(20_000)}` });
    expect(await client.listPage(0)).toMatchObject({ records: [], droppedCount: 1 });
  });

  it("is limited in size, whether it states its size or not", async () => {
    const limits = { bodyBytes: 10_000 };
    const running = await openService({ connections: 100 });
    const pieces = `1000\r\n${" ".repeat(4096)}\r\n`.repeat(10);
    const other = await answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked", `${pieces}0\r\n\r\n`);
    for (const service of [running, other.address])
      expect(await failure(connect(service, { limits }).client.listPage(0))).toMatchObject({ kind: "too-large" });
  });

  it("is reported by its status before its whole body is read", async () => {
    const { address } = await stranger((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 500 Broken\r\nTransfer-Encoding: chunked\r\n\r\n");
        const more = () => {
          while (socket.writable && socket.write(`1000\r\n${"x".repeat(4096)}\r\n`));
        };
        socket.on("drain", more);
        more();
      });
    });
    const error = await failure(connect(address).client.updateConnection("ac_1", JSON.stringify({ name: "x" })));
    expect(error).toMatchObject({ kind: "server", status: 500, sent: "maybe" });
  });
});

it.each([
  ["to begin", { kind: "silence", how: "hang", when: "before" }, "headers"],
  ["between two pieces", { kind: "slow-body", everyMilliseconds: 60_000 }, "body"],
  ["all in all", { kind: "slow-body", everyMilliseconds: 20 }, "total"],
] as const)("gives up a response that takes too long: %s", async (_, fault, phase) => {
  const running = await openService();
  running.faults.add(fault, { times: "always" });
  const limits = { ...SHORT, totalMs: phase === "total" ? 500 : 10_000 };
  const error = await failure(connect(running, { limits }).client.listPage(0));
  expect(error).toMatchObject({ kind: "timeout", phase, sent: "no" });
  expect(messageOf(error)).toMatch(/^127\.0\.0\.1:\d+ took too long to respond\.$/);
});
