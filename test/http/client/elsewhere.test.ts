import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import { stranger } from "./servers.js";
import { clientCredentials, connect, connectClient, failure, service, updates } from "./support.js";

const { id } = connectionAt(0);

type Address = (own: string, port: number) => string;

describe("an address that pretends to be another", () => {
  it.each<[string, Address]>([
    ["a host before an @", (own, port) => `http://${own}@127.0.0.1:${port}/api/v2`],
    ["a backslash", (own, port) => `http://${own}\\@127.0.0.1:${port}/api/v2`],
    ["plain http to a name that ends like this machine's", (_, port) => `http://127.0.0.1.example.com:${port}/api/v2`],
  ])("is not taken for a tenant's, and nothing reaches it: %s", async (_, address) => {
    const [own, other] = [await service(), await stranger()];
    const baseUrl = address(new URL(own.origin).host, other.port);
    expect(() => connect({ ...own, baseUrl })).toThrow("invalid-request");
    expect([other.sockets(), own.requests.sockets]).toEqual([0, 0]);
  });

  it.each<[string, Address]>([
    ["a host before an @", (own, port) => `http://${own}@127.0.0.1:${port}`],
    ["a backslash", (own, port) => `http://${own}\\@127.0.0.1:${port}`],
    ["plain http", () => "http://auth.example.com"],
  ])("gets no client secret as an auth URL: %s", async (_, address) => {
    const [own, other] = [await service(), await stranger()];
    const authUrl = address(new URL(own.origin).host, other.port);
    const { client } = connect(own, { credential: () => Promise.resolve({ ...clientCredentials(own), authUrl }) });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "invalid-request", operation: "sign-in" });
    expect([other.sockets(), own.requests.sockets]).toEqual([0, 0]);
  });
});

describe.each([300, 301, 302, 303, 307, 308])("a redirect with %i", (status) => {
  it("is not followed: neither token nor body reaches another origin", async () => {
    const [running, other] = [await service(), await stranger()];
    const headers = { Location: `${other.address.baseUrl}/flows` };
    running.faults.add({ kind: "reply", status, headers }, { times: "always" });
    const update = { setup: { type: "BEARER", token: "canary-value" } };
    const signingIn = await failure(connectClient(running).client.updateConnection(id, JSON.stringify(update)));
    expect(signingIn).toMatchObject({ kind: "redirected", operation: "sign-in", sent: "no" });
    const { client } = connect(running);
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "redirected", sent: "no" });
    const updating = await failure(client.updateConnection(id, JSON.stringify(update)));
    expect(updating).toMatchObject({ kind: "redirected", sent: "maybe" });
    expect([other.sockets(), updates(running)]).toEqual([0, 1]);
  });

  it("is not followed within the origin either", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status, headers: { Location: "/api/v2/flows/vault/connections/other" } });
    const error = await failure(connect(running).client.updateConnection(id, JSON.stringify({ name: "x" })));
    expect(error).toMatchObject({ kind: "redirected" });
    expect(running.requests.all().length).toBe(1);
  });
});
