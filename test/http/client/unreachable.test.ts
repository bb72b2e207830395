import { expect, it } from "vitest";
import { answering, deadPort, stranger } from "./servers.js";
import { connect, failure, rename, SHORT } from "./support.js";

it.each<[string, string, () => Promise<string>]>([
  ["its name is not found", "name-not-found", () => Promise.resolve("https://no-such-tenant.invalid")],
  ["nobody listens", "refused", async () => `http://127.0.0.1:${await deadPort()}`],
  ["it never finishes the TLS handshake", "timeout", async () => `https://127.0.0.1:${(await stranger()).port}`],
  [
    "it hangs up during the TLS handshake",
    "reset",
    async () => `https://127.0.0.1:${(await stranger((socket) => socket.once("data", () => socket.destroy()))).port}`,
  ],
  [
    "it does not speak HTTPS",
    "not-https",
    async () => `https://127.0.0.1:${(await answering("HTTP/1.1 400 Bad Request\r\nContent-Length: 0")).port}`,
  ],
])("reports that nothing was sent if the service can't be reached: %s", async (_, kind, origin) => {
  const service = { baseUrl: `${await origin()}/api/v2`, accessToken: "canary-access-token" };
  expect(await failure(rename(connect(service, { limits: SHORT }).client))).toMatchObject({ kind, sent: "no" });
});

it.each([
  ["does not speak HTTP", "not-http", "421 canary-access-token is not welcome\r\n"],
  ["has headers that never end", "too-large", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`],
])("a service that %s", async (_, kind, bytes) => {
  const { address } = await stranger((socket) => socket.once("data", () => socket.write(bytes)));
  expect(await failure(connect(address, { limits: SHORT }).client.listPage(0))).toMatchObject({ kind });
});

it("requests a list three times, then gives up", async () => {
  const other = await stranger((socket) => socket.once("data", () => socket.resetAndDestroy()));
  const error = await failure(connect(other.address).client.listPage(0));
  expect(error).toMatchObject({ kind: "reset", operation: "list" });
  expect(other.sockets()).toBe(3);
});
