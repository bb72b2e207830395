import { describe, expect, it } from "vitest";
import { systemClock } from "../../../client/core/service/calls/wait.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { connect, failure, FIRST_PAGE, service, updates } from "./support.js";

const { id } = connectionAt(0);

describe("closing a client", () => {
  it("ends what is in progress with former network settings, and what waits for one of their connections", async () => {
    const running = await service();
    const { client } = connect(running);
    running.faults.add({ kind: "hold", name: "list" }, { operation: "list", times: "always" });
    const lists = Array.from({ length: 16 }, () => failure(client.listPage(FIRST_PAGE)));
    await running.requests.waitFor({ operation: "list" }, 16);
    const update = failure(client.updateConnection(id, { name: "Renamed" }));
    await new Promise(setImmediate);
    client.configure({ environment: {} });
    await client.close();
    expect(await update).toMatchObject({ kind: "cancelled", sent: "no" });
    for (const list of lists) expect(await list).toMatchObject({ kind: "cancelled" });
    running.faults.clear();
    await connect(running).client.listPage(FIRST_PAGE);
    expect(updates(running)).toBe(0);
  });

  it("ends a wait for the rate limit, and one before a request is made again", async () => {
    const running = await service();
    const { client } = connect(running, { clock: systemClock });
    running.faults.add({ kind: "reply", status: 429, headers: { "Retry-After": "50" } }, { operation: "list" });
    let waits = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (waits = resolve));
    const list = failure(client.listPage(FIRST_PAGE, { onWait: waits }));
    await waiting;
    await client.close();
    expect(await list).toMatchObject({ kind: "cancelled", sent: "no" });
  });

  it("ends what a service in memory works on, and hands it nothing afterwards", async () => {
    for (let turns = 0; turns < 30; turns++) {
      const asked: boolean[] = [];
      let closed = false;
      const { client } = connect(await service(), {
        inMemory: () => {
          asked.push(closed);
          return { kind: "reply", status: 200, body: connectionAt(0), afterMs: 60_000 };
        },
      });
      const update = failure(client.updateConnection(id, { name: "Renamed" }));
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      closed = true;
      await client.close();
      expect(await update).toMatchObject({ kind: "cancelled", sent: asked.length === 0 ? "no" : "maybe" });
      expect(asked).not.toContain(true);
    }
  });

  it("ends a wait for a credential", async () => {
    const { client } = connect(await service(), { credential: () => new Promise(() => undefined) });
    const list = failure(client.listPage(FIRST_PAGE));
    await client.close();
    expect(await list).toMatchObject({ kind: "cancelled", sent: "no" });
  });
});
