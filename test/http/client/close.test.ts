import { describe, expect, it } from "vitest";
import { systemClock } from "../../../client/core/service/calls/wait.js";
import { connect, failure, openService, rename, served } from "./support.js";

describe("closing a client", () => {
  it("ends requests with former network settings, and those that wait for a connection", async () => {
    const { running, client } = await served();
    running.faults.add({ kind: "hold", name: "list" }, { operation: "list", times: "always" });
    const lists = Array.from({ length: 16 }, () => failure(client.listPage(0)));
    await running.requests.waitFor({ operation: "list" }, 16);
    const update = failure(rename(client));
    await new Promise(setImmediate);
    client.configure({ environment: {} });
    await client.close();
    expect(await update).toMatchObject({ kind: "cancelled", sent: "no" });
    for (const list of lists) expect(await list).toMatchObject({ kind: "cancelled" });
    running.faults.clear();
    await connect(running).client.listPage(0);
    expect(running.requests.updates).toBe(0);
  });

  it("ends waits for the rate limit and for retries", async () => {
    const running = await openService();
    running.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "50" } });
    const { client } = connect(running, { clock: systemClock });
    let waits = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (waits = resolve));
    const list = failure(client.listPage(0, { onWait: waits }));
    await waiting;
    await client.close();
    expect(await list).toMatchObject({ kind: "cancelled", sent: "no" });
  });

  it("ends a wait for a credential", async () => {
    const { client } = connect(await openService(), { credential: () => new Promise(() => undefined) });
    const list = failure(client.listPage(0));
    await client.close();
    expect(await list).toMatchObject({ kind: "cancelled", sent: "no" });
  });

  it("writes nothing to a log that's already closed", async () => {
    const service = await openService();
    let isClosed = false;
    const lines: string[] = [];
    const write = (line: string): void => {
      if (isClosed) throw new Error("Channel has been closed");
      lines.push(line);
    };
    const { client } = connect(service, { log: { info: write, warn: write } });
    await client.listPage(0);
    service.faults.add({ kind: "hold", name: "list" }, { operation: "list" });
    const reading = failure(client.listPage(0));
    await service.faults.held("list");
    isClosed = true;
    await client.close();
    expect(await reading).toMatchObject({ kind: "cancelled" });
    expect(lines).toHaveLength(1);
  });
});
