import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { answering, stranger } from "./servers.js";
import {
  canary,
  clientCredentials,
  connect,
  failure,
  messageOf,
  openService,
  rename,
  served,
  SHORT,
} from "./support.js";

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
    ["in Latin-1", "identity", Buffer.from('[{"id":"ac_1","name":"Büro"}]', "latin1"), "not-json"],
    ["in UTF-16", "identity", Buffer.from(RECORDS, "utf16le"), "not-json"],
    [
      "with half a character",
      "identity",
      Buffer.concat([Buffer.from(RECORDS.slice(0, -4)), Buffer.from([0xc3]), Buffer.from(RECORDS.slice(-4))]),
      "not-json",
    ],
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
    ["IDs that are too large numbers", '[{"id":12345678901234567890},{"id":12345678901234567891}]', "unexpected-shape"],
    ["records in objects", '{"items":[{"connection":{"id":"ac_1"}}],"total":1}', "unexpected-shape"],
    ["an array 20,000 levels deep", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, "unexpected-shape"],
  ])("isn't read as a list: %s", async (_, body, kind) => {
    const { client } = await served({ kind: "reply", status: 200, body });
    expect(await failure(client.listPage(0))).toMatchObject({ kind, sent: "no" });
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

const PAGES = [
  [401, "<!DOCTYPE html><html><head><title>Portal\n Login</title></head></html>", "not-json", "Portal Login"],
  [403, '<?xml version="1.0"?>\n<!-- 7 --><HTML><TITLE lang="en">Access Denied</TITLE>', "not-json", "Access Denied"],
  [404, "\ufeff \n<html><title>Not Found</title>", "not-json", "Not Found"],
  [406, "<head><title>Not Acceptable!</title></head>", "not-json", "Not Acceptable!"],
  [413, "<html>\r\n<head><title>413 Too Large</title>", "not-json", "413 Too Large"],
  [400, "<h1>Bad Request</h1>", "not-json", ""],
  [451, `<html><title>${"x".repeat(200)}</title>`, "not-json", `${"x".repeat(79)}…`],
  [200, "<html><title>Sign in</title>", "not-json", "Sign in"],
  [502, "<html><title>502 Bad Gateway</title>", "server", "502 Bad Gateway"],
] as const;

describe("a web page instead of the service's response", () => {
  it.each(PAGES)("is told as one: %i, %s", async (status, body, kind, title) => {
    const fault = { kind: "reply", status, body, headers: { "Content-Type": "text/html" } } as const;
    const running = await openService();
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    const shown = title === "" ? `status ${status}, ` : `status ${status} and the title “${title}”`;
    const isJson = "isn't JSON. Check";
    for (const [operation, request] of [
      ["token", () => client.listPage(0)],
      ["list", () => client.listPage(0)],
      ["update", () => rename(client)],
    ] as const) {
      running.faults.add(fault, { operation, times: "always" });
      const error = await failure(request());
      expect(error).toMatchObject({ kind, sent: operation === "update" ? "maybe" : "no" });
      for (const words of [isJson, shown]) expect(messageOf(error)).toContain(words);
      running.faults.clear();
    }
    // No page is a reason to renew the token, or to drop it.
    await client.listPage(0);
    expect(running.requests.tokens).toBe(kind === "server" ? 4 : 2);
    expect(running.requests.updates).toBe(1);
  });

  it.each([
    [401, '{"message":"<html><title>no</title>"}', "unauthorized"],
    [403, "Use a < b, or <html>", "forbidden"],
    [404, "<Error><Code>NoSuchKey</Code></Error>", "not-found"],
    [429, "<html><title>Slow down</title>", "rate-limited"],
  ] as const)("isn't seen in other bodies or refusals: %i, %s", async (status, body, kind) => {
    const { running, client } = await served();
    running.faults.add({ kind: "reply", status, body }, { times: "always" });
    expect(await failure(rename(client))).toMatchObject({ kind, sent: "no" });
  });
});

const SLOW = { kind: "reply", status: 200, body: `[${" ".repeat(100)}]` } as const;

it.each([
  ["to begin", { kind: "silence", how: "hang", when: "before" }, "headers"],
  ["between two pieces", { ...SLOW, everyMilliseconds: 60_000 }, "body"],
  ["all in all", { ...SLOW, everyMilliseconds: 20 }, "total"],
] as const)("gives up a response that takes too long: %s", async (_, fault, phase) => {
  const running = await openService();
  running.faults.add(fault, { times: "always" });
  const limits = { ...SHORT, totalMs: phase === "total" ? 500 : 10_000 };
  const error = await failure(connect(running, { limits }).client.listPage(0));
  expect(error).toMatchObject({ kind: "timeout", phase, sent: "no" });
  expect(messageOf(error)).toMatch(/^127\.0\.0\.1:\d+ took too long to respond\.$/);
});

/** A client of a server whose every answer has this status and half of its body. */
async function answeredInPart(status: number, ending: "broken off" | "never ended", limits: object = SHORT) {
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
  const { address } = await stranger((socket) =>
    socket.on("data", () => {
      socket.write(`${head}{"message":"Half of`, () => {
        if (ending === "broken off") socket.resetAndDestroy();
      });
    }),
  );
  return connect(address, { limits }).client;
}

it.each([
  [400, "bad-request", "broken off"],
  [404, "not-found", "never ended"],
  [429, "rate-limited", "broken off"],
  [408, "server", "broken off"],
  [503, "server", "broken off"],
  [503, "server", "never ended"],
  // A success without its body is an answer that was lost.
  [200, "reset", "broken off"],
] as const)("reports an update answered with %i as %s if the body is %s", async (status, kind, ending) => {
  const isRefusal = kind !== "server" && kind !== "reset";
  const error = await failure(rename(await answeredInPart(status, ending)));
  expect(error).toMatchObject({ kind, sent: isRefusal ? "no" : "maybe", ...(kind !== "reset" && { status }) });
  expect(messageOf(error).includes("may or may not")).toBe(!isRefusal);
});

it("doesn't wait for the end of a refusal's body", async () => {
  const client = await answeredInPart(404, "never ended", {});
  const begin = performance.now();
  expect(await failure(rename(client))).toMatchObject({ kind: "not-found" });
  // Between two pieces of an answer, 15 seconds may pass; on no machine does the wait for this one take that long.
  expect(performance.now() - begin).toBeLessThan(15_000);
});

it("reports a token endpoint's refusal even if its body breaks off", async () => {
  const running = await openService();
  const headers = { "Content-Length": "100" };
  running.faults.add({ kind: "reply", status: 401, headers, body: '{"error":' }, { operation: "token" });
  const credential = { ...clientCredentials(running), clientSecret: canary.secret("canary-wrong-secret") };
  const { client } = connect(running, { credential: () => Promise.resolve(credential) });
  expect(await failure(client.listPage(0))).toMatchObject({ kind: "sign-in", fault: "refused" });
});

it.each([
  ["lists", "[", "]"],
  ["errors in errors", '{"error":', "}"],
])("reports a refusal by its status if its body is nested too deeply: %s", async (_, open, close) => {
  const body = `${open.repeat(6000)}[]${close.repeat(6000)}`;
  const { client } = await served({ kind: "reply", status: 400, body });
  expect(await failure(rename(client))).toMatchObject({ kind: "bad-request", sent: "no" });
});
