import { describe, expect, it } from "vitest";
import { createServiceClient } from "../../../client/core/service/client.js";
import { InvalidRequestError } from "../../../client/core/service/errors/errors.js";
import { clientCredentials, connect, failure, service } from "./support.js";
import { stranger } from "./servers.js";

const log = { info: () => undefined, warn: () => undefined };
const credential = () => Promise.resolve({ kind: "accessToken", accessToken: "canary.look.alike" } as const);

describe("an address that pretends to be another", () => {
  it.each<[string, (own: string, port: number) => string]>([
    ["a host before an @", (own, port) => `http://${own}@127.0.0.1:${port}/api/v2`],
    ["a user and a password", (_, port) => `http://acme:example.com@127.0.0.1:${port}/api/v2`],
    ["a backslash", (own, port) => `http://${own}\\@127.0.0.1:${port}/api/v2`],
    ["a path of its own", (_, port) => `http://127.0.0.1:${port}/api/v2/../../steal`],
    ["a query", (_, port) => `http://127.0.0.1:${port}/api/v2?x=`],
    ["a fragment", (_, port) => `http://127.0.0.1:${port}/#/api/v2`],
    ["plain http to a name that ends like this machine's", (_, port) => `http://127.0.0.1.example.com:${port}/api/v2`],
    ["an invisible character", (_, port) => `http://127.0.0.1\u200b:${port}/api/v2`],
    ["another scheme", (_, port) => `ftp://127.0.0.1:${port}/api/v2`],
    ["a dot after the host", (_, port) => `http://localhost.:${port}/api/v2`],
  ])("is not taken for a tenant's, and nothing reaches it: %s", async (_, address) => {
    const [own, other] = [await service(), await stranger()];
    const make = () =>
      createServiceClient({
        tenant: { baseUrl: address(new URL(own.origin).host, other.port) },
        credential,
        log,
        network: { environment: {} },
      });
    expect(make).toThrow(InvalidRequestError);
    expect([other.sockets(), own.requests.sockets]).toEqual([0, 0]);
  });

  it.each<[string, (own: string, port: number) => string]>([
    ["a host before an @", (own, port) => `http://${own}@127.0.0.1:${port}`],
    ["a backslash", (own, port) => `http://${own}\\@127.0.0.1:${port}`],
    ["a query", (_, port) => `http://127.0.0.1:${port}/?`],
  ])("gets no client secret as an auth URL: %s", async (_, address) => {
    const [own, other] = [await service(), await stranger()];
    const authUrl = address(new URL(own.origin).host, other.port);
    const { client } = connect(own, { credential: () => Promise.resolve({ ...clientCredentials(own), authUrl }) });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "invalid-request", sent: "no" });
    expect([other.sockets(), own.requests.sockets]).toEqual([0, 0]);
  });

  it("is another tenant as soon as the port differs", async () => {
    const [own, other] = [await service(), await service()];
    const { client } = connect(own);
    await client.listPage(0);
    expect(new URL(own.origin).hostname).toBe(new URL(other.origin).hostname);
    expect([own.requests.all().length, other.requests.sockets]).toEqual([1, 0]);
  });
});
