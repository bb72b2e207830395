import dns from "node:dns";
import { expect, it, onTestFinished, vi } from "vitest";
import { alerting, answering, busyServer, deadPort, hangingUp, stranger } from "./servers.js";
import {
  clientCredentials,
  connect,
  connectClient,
  failure,
  openService,
  rename,
  sendSetup,
  SHORT,
} from "./support.js";

type Row = [string, string, () => Promise<string>];

it.each<Row>([
  ["its name is not found", "name-not-found", () => Promise.resolve("https://no-such-tenant.invalid")],
  ["nobody listens", "refused", async () => `http://127.0.0.1:${await deadPort()}`],
  ["it never finishes the TLS handshake", "timeout", async () => `https://127.0.0.1:${(await stranger()).port}`],
  ["it hangs up during the TLS handshake", "reset", async () => `https://127.0.0.1:${(await hangingUp()).port}`],
  // Alerts of RFC 8446, section 6: protocol_version, handshake_failure, and no_application_protocol.
  ...[70, 40, 120].map((alert) => [`its alert is ${alert}`, "tls", () => alerting(alert)] satisfies Row),
  ["it speaks HTTP only", "not-https", async () => `https://127.0.0.1:${(await answering("HTTP/1.1 400 No")).port}`],
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

// Only Linux drops what a full queue can't take, so that connecting takes a second, as it does to a distant host.
it.runIf(process.platform === "linux").each([[["127.0.0.1", "::1"]], [["127.0.0.1", "::1", "127.0.0.2"]]])(
  "reaches a slow host whose other addresses can't be reached: %j",
  async (addresses) => {
    const { port, resume } = await busyServer();
    vi.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: object, found: Found) => {
      found(
        null,
        addresses.map((address) => ({ address, family: address === "::1" ? 6 : 4 })),
      );
      setImmediate(resume);
    }) as typeof dns.lookup);
    onTestFinished(() => void vi.restoreAllMocks());
    const service = { baseUrl: `http://localhost:${port}/api/v2`, accessToken: "canary-access-token" };
    expect(await failure(rename(connect(service).client))).toMatchObject({ status: 418 });
  },
);

type Found = (error: null, addresses: readonly dns.LookupAddress[]) => void;

type Address = (own: string, port: number) => string;

it.each<[string, Address]>([
  ["a host before an @", (own, port) => `http://${own}@127.0.0.1:${port}`],
  ["a backslash", (own, port) => `http://${own}\\@127.0.0.1:${port}`],
  ["plain http", () => "http://auth.example.com"],
])("sends no token or client secret to a disguised address: %s", async (_, address) => {
  const [own, other] = [await openService(), await stranger()];
  const authUrl = address(new URL(own.origin).host, other.port);
  expect(() => connect({ ...own, baseUrl: `${authUrl}/api/v2` })).toThrow("invalid-request");
  const { client } = connect(own, { credential: () => Promise.resolve({ ...clientCredentials(own), authUrl }) });
  expect(await failure(client.listPage(0))).toMatchObject({ kind: "invalid-request", operation: "sign-in" });
  expect([other.sockets(), own.requests.sockets]).toEqual([0, 0]);
});

it.each([300, 301, 302, 303, 307, 308])("doesn't follow a redirect with %i to another origin", async (status) => {
  const [running, other] = [await openService(), await stranger()];
  const headers = { Location: `${other.address.baseUrl}/flows` };
  running.faults.add({ kind: "reply", status, headers }, { times: "always" });
  const setup = { type: "BEARER", token: "canary-value" };
  const signingIn = await failure(sendSetup(connectClient(running).client, setup));
  expect(signingIn).toMatchObject({ kind: "redirected", operation: "sign-in", sent: "no" });
  const { client } = connect(running);
  expect(await failure(client.listPage(0))).toMatchObject({ kind: "redirected", sent: "no" });
  expect(await failure(sendSetup(client, setup))).toMatchObject({ kind: "redirected", sent: "maybe" });
  expect([other.sockets(), running.requests.all().length, running.requests.updates]).toEqual([0, 3, 1]);
});
