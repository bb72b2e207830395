import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LEASE_MS } from "../../../client/core/storage/processMutex.js";
import { useFolder } from "../../unit/folder.js";
import { useProgram } from "../../unit/processes.js";
import { openService, UPDATE } from "../client/support.js";
import { openWindow, push, textOf } from "./support.js";

/** A window that is killed while it sends. */
const killed = useProgram(
  `import { ActivePushes } from "./state/activePushes.js";
  const [, , folder, origin, id] = process.argv;
  void new ActivePushes(folder).beginSending({ origin, id }).then((end) => {
    console.log(end ? "sends" : "gives way");
    setInterval(() => undefined, 60_000);
  });`,
  join(import.meta.dirname, "../../../client/core/push"),
);

const sending = useFolder();

describe("two windows", () => {
  it("don't send to one connection at the same time", async () => {
    const service = await openService();
    const [one, other] = [openWindow(service, undefined, sending()), openWindow(service, undefined, sending())];
    const [id, elsewhere] = [service.connections.idAt(0), service.connections.idAt(1)];
    service.faults.add({ kind: "hold", name: "answer", when: "after" }, { ...UPDATE, id });
    const waiting = push(service, one, { id, name: "One" });
    await service.faults.held("answer");

    const refused = await push(service, other, { id, name: "Other" });
    expect(textOf(refused)).toBe(
      "Another push to Salesforce is in progress in this or another window. Wait until it ends.",
    );
    expect([service.requests.updates, other.context.journal.open, other.history.lines]).toEqual([1, [], []]);
    expect(await other.context.active.isSentElsewhere({ origin: service.origin, id })).toBe(true);
    expect(await push(service, other, { id: elsewhere, name: "Other" })).toMatchObject({ kind: "done" });

    service.faults.release("answer");
    expect(await waiting).toMatchObject({ kind: "done" });
    expect(await other.context.active.isSentElsewhere({ origin: service.origin, id })).toBe(false);
    expect(await push(service, other, { id, name: "Other" })).toMatchObject({ kind: "done" });
    expect([service.requests.updates, await readdir(sending())]).toEqual([3, []]);
  });

  it("aren't blocked by one that was killed while it sent", async () => {
    const service = await openService();
    const id = service.connections.idAt(0);
    const window = killed().start(sending(), service.origin, id);
    const [message] = (await once(window.stdout, "data")) as [Buffer];
    expect(String(message)).toBe("sends\n");
    expect(await push(service, openWindow(service, undefined, sending()), { id })).toEqual({ kind: "busy" });
    window.kill("SIGKILL");
    await once(window, "exit");
    expect(await push(service, openWindow(service, undefined, sending()), { id })).toMatchObject({ kind: "done" });
    expect([service.requests.updates, await readdir(sending())]).toEqual([1, []]);
  });

  it("send nothing over another one's push after a pause", async () => {
    const service = await openService();
    const id = service.connections.idAt(0);
    for (const [lost, later, kind, updates] of [
      [false, LEASE_MS - 1000, "done", 1],
      [true, 1000, "busy", 0],
      [true, 2 * LEASE_MS, "busy", 0],
      [false, LEASE_MS, "drifted", 0],
    ] as const) {
      const window = openWindow(service, undefined, sending());
      window.decisions.onDrift = () => "skip";
      const before = service.requests.updates;
      // Between its last look and its request, the journal is written.
      const store = window.storage.update.bind(window.storage);
      let paused = false;
      window.storage.update = async (key, value) => {
        await store(key, value);
        if (paused) return;
        paused = true;
        await window.clock.sleep(later);
        // The other one takes over, sends, and ends.
        if (lost) for (const file of await readdir(sending())) await rm(join(sending(), file));
        if (kind === "drifted") service.connections.change(id, { name: "Theirs" });
      };
      expect((await push(service, window, { id, name: `After ${later} ${lost}` })).kind).toBe(kind);
      expect(service.requests.updates - before).toBe(updates);
      expect(window.context.journal.open).toEqual([]);
    }
  });

  it("send nothing if they can't reserve the connection", async () => {
    const service = await openService();
    const nowhere = join(import.meta.filename, "sending");
    expect(await push(service, openWindow(service, undefined, nowhere))).toEqual({ kind: "journalUnavailable" });
    expect(service.requests.updates).toBe(0);
  });
});
