import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import { clientCredentials, connect, failure, said, service, updates } from "./support.js";
import { stranger } from "./servers.js";

const { id } = connectionAt(0);

describe.each([300, 301, 302, 303, 307, 308])("a redirect with %i", (status) => {
  it("is not followed: neither token nor body reaches another origin", async () => {
    const running = await service();
    const other = await stranger();
    running.faults.add(
      { kind: "reply", status, headers: { Location: `http://127.0.0.1:${other.port}/api/v2/flows` } },
      { times: "always" },
    );
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    const signingIn = await failure(client.updateConnection(id, { setup: { type: "BEARER", token: "canary-value" } }));
    expect(signingIn).toMatchObject({ kind: "redirected", operation: "sign-in", sent: "no" });

    const signedIn = connect(running).client;
    const listing = await failure(signedIn.listPage(0));
    const updating = await failure(signedIn.updateConnection(id, { setup: { type: "BEARER", token: "canary-value" } }));
    expect(listing).toMatchObject({ kind: "redirected", status, sent: "no" });
    expect(updating).toMatchObject({ kind: "redirected", status, sent: "maybe" });
    expect(said(listing)).toMatch(
      /^127\.0\.0\.1:\d+ points to another address, which was not followed\. Check the tenant's address\.$/,
    );
    expect([other.sockets(), updates(running)]).toEqual([0, 1]);
  });

  it("is not followed within the origin either", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status, headers: { Location: "/api/v2/flows/vault/connections/other" } });
    expect(await failure(connect(running).client.updateConnection(id, { name: "x" }))).toMatchObject({
      kind: "redirected",
    });
    expect(running.requests.all().length).toBe(1);
  });
});
