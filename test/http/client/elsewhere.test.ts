import { expect, it } from "vitest";
import { stranger } from "./servers.js";
import { clientCredentials, connect, connectClient, failure, openService, updates, sendSetup } from "./support.js";

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
  expect([other.sockets(), running.requests.all().length, updates(running)]).toEqual([0, 3, 1]);
});
