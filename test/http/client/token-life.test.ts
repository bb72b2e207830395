import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import { clientCredentials, connect, failure, service, TestClock } from "./support.js";

const { id } = connectionAt(0);

describe("client credentials", () => {
  it("stop asking for a token once nobody waits for it any more", async () => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "token" }, { operation: "token" });
    const { client, lines } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    const abort = new AbortController();
    const [one, other] = [0, 1].map(() => failure(client.listPage(0, { signal: abort.signal })));
    await running.faults.held("token");
    abort.abort();
    expect([(await one)?.kind, (await other)?.kind]).toEqual(["cancelled", "cancelled"]);
    // The connection is broken off, which the log tells of; and whoever comes next asks anew.
    await expect.poll(() => lines).toEqual([expect.stringMatching(/oauth\/token.*cancelled/)]);
    expect((await client.listPage(0)).records.length).toBe(12);
    expect(running.requests.all({ operation: "token" }).length).toBe(2);
  });

  it("do not try again for a token that nobody waits for any more", async () => {
    const running = await service();
    running.faults.add({ kind: "reply", status: 503 }, { operation: "token", times: "always" });
    const abort = new AbortController();
    const clock = new TestClock();
    const sleep = clock.sleep.bind(clock);
    const ended: boolean[] = [];
    clock.sleep = async (milliseconds, signal) => {
      abort.abort();
      await setImmediate();
      ended.push(signal?.aborted === true);
      return sleep(milliseconds, signal);
    };
    const { client } = connect(running, { clock, credential: () => Promise.resolve(clientCredentials(running)) });
    expect(await failure(client.listPage(0, { signal: abort.signal }))).toMatchObject({ kind: "cancelled" });
    await expect.poll(() => ended).toEqual([true]);
    expect(running.requests.all({ operation: "token" }).length).toBe(1);
  });

  it("get another token after signing out and in again, though they are the same", async () => {
    const running = await service();
    let credential: ReturnType<typeof clientCredentials> | undefined = clientCredentials(running);
    const { client } = connect(running, { credential: () => Promise.resolve(credential) });
    const asked = () => running.requests.all({ operation: "token" }).length;
    await client.listPage(0);
    credential = undefined;
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "sign-in", fault: "missing" });
    credential = clientCredentials(running);
    await client.listPage(0);
    expect(asked()).toBe(2);
    client.dropToken();
    await client.listPage(0);
    expect(asked()).toBe(3);
  });

  it("ask for another token before a missing scope is told a second time", async () => {
    const running = await service();
    const scopes = running.client.scopes;
    running.client.scopes = ["read:flows_vault_connections"];
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    await client.listPage(0);
    expect(await client.preflightFailure()).toBe("lacks-update-scope");
    expect(await failure(client.updateConnection(id, { name: "x" }))).toMatchObject({ kind: "forbidden", sent: "no" });
    running.client.scopes = scopes;
    expect(await client.preflightFailure()).toBeUndefined();
    expect((await client.updateConnection(id, { name: "Granted" })).name).toBe("Granted");
  });

  it("ask for another token where a service refuses a scope that the token does not speak of", async () => {
    const running = await service({ choices: { listScope: "read:flows_vault_connections" } });
    const scopes = running.client.scopes;
    running.client.scopes = ["update:flows_vault_connections"];
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "forbidden" });
    running.client.scopes = scopes;
    expect((await client.listPage(0)).records.length).toBe(12);
  });
});
