import { describe, expect, it } from "vitest";
import { connect, failure, said, SHORT } from "./support.js";
import { answering, deadPort, stranger } from "./servers.js";

function at(origin: string, limits = SHORT) {
  return connect({ baseUrl: `${origin}/api/v2`, accessToken: "canary-access-token" }, { limits }).client;
}

const PROXY = " If your network needs a proxy, set http.proxy: PAC files and the system's proxy settings aren't used.";

describe("a service that cannot be reached", () => {
  it("because its name is not found", async () => {
    const error = await failure(at("https://no-such-tenant.invalid").updateConnection("ac_1", { name: "x" }));
    expect([error.kind, error.sent]).toEqual(["name-not-found", "no"]);
    expect(said(error)).toBe(
      `no-such-tenant.invalid cannot be reached: the name was not found. Nothing was sent.${PROXY}`,
    );
  });

  it("because nobody listens", async () => {
    const port = await deadPort();
    const error = await failure(at(`http://127.0.0.1:${port}`).updateConnection("ac_1", { name: "x" }));
    expect([error.kind, error.sent]).toEqual(["refused", "no"]);
    expect(said(error)).toBe(
      `127.0.0.1:${port} cannot be reached: it refused the connection. Check the tenant's address and its port, or try again later. Nothing was sent.${PROXY}`,
    );
  });

  it("because it never finishes the TLS handshake", async () => {
    const { port } = await stranger();
    const error = await failure(at(`https://127.0.0.1:${port}`).updateConnection("ac_1", { name: "x" }));
    expect(error).toMatchObject({ kind: "timeout", phase: "connect", sent: "no" });
    expect(said(error)).toBe(
      `127.0.0.1:${port} cannot be reached: it did not answer in time. Nothing was sent.${PROXY}`,
    );
  });

  it("because it hangs up during the TLS handshake", async () => {
    const { port } = await stranger((socket) => socket.once("data", () => socket.destroy()));
    expect(await failure(at(`https://127.0.0.1:${port}`).updateConnection("ac_1", { name: "x" }))).toMatchObject({
      kind: "reset",
      sent: "no",
    });
  });

  it("because it does not speak HTTPS", async () => {
    const { port } = await answering("HTTP/1.1 400 Bad Request\r\nContent-Length: 0");
    const error = await failure(at(`https://127.0.0.1:${port}`).updateConnection("ac_1", { name: "x" }));
    expect(error).toMatchObject({ kind: "not-https", sent: "no" });
    expect(said(error)).toBe(
      `127.0.0.1:${port} does not speak HTTPS. Check the tenant's address and its port. Nothing was sent.`,
    );
  });

  it("because it does not speak HTTP", async () => {
    const { port } = await stranger((socket) =>
      socket.once("data", () => socket.write("421 canary-access-token is not welcome\r\n")),
    );
    const error = await failure(at(`http://127.0.0.1:${port}`).listPage(0));
    expect(error.kind).toBe("not-http");
  });

  it("because its headers never end", async () => {
    const { port } = await stranger((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`));
    expect(await failure(at(`http://127.0.0.1:${port}`).listPage(0))).toMatchObject({ kind: "too-large" });
  });
});

describe("reading", () => {
  it("is tried three times, then given up", async () => {
    const other = await stranger((socket) => socket.once("data", () => socket.resetAndDestroy()));
    expect(await failure(at(`http://127.0.0.1:${other.port}`).listPage(0))).toMatchObject({
      kind: "reset",
      operation: "list",
    });
    expect(other.sockets()).toBe(3);
  });

  it("offers to try again", async () => {
    const error = await failure(at(`http://127.0.0.1:${await deadPort()}`).listPage(0));
    expect(said(error)).toMatch(/^127\.0\.0\.1:\d+ cannot be reached: it refused the connection\. /);
  });
});
