import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useFolder } from "../../unit/folder.js";
import { useProgram } from "../../unit/processes.js";
import { service, updates } from "../client/support.js";
import { openWindow, push, said, scene, UPDATE } from "./support.js";

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

it("doesn't begin a second push to a connection", async () => {
  const { to, window } = await scene({ kind: "hold", name: "update" });
  const first = push(to, window);
  await to.faults.held("update");
  expect(await push(to, window)).toEqual({ kind: "busy" });
  to.faults.release("update");
  expect(await first).toMatchObject({ kind: "done" });
  expect(updates(to)).toBe(1);
});

describe("two windows", () => {
  it("don't send to one connection at the same time", async () => {
    const to = await service();
    const [one, other] = [openWindow(to, undefined, sending()), openWindow(to, undefined, sending())];
    const [id, elsewhere] = [to.connections.idAt(0), to.connections.idAt(1)];
    to.faults.add({ kind: "hold", name: "answer", when: "after" }, { ...UPDATE, id });
    const waiting = push(to, one, { id, name: "One" });
    await to.faults.held("answer");

    const refused = await push(to, other, { id, name: "Other" });
    expect(said(refused)).toBe(
      "Another push to Salesforce is in progress in this or another window. Wait until it ends.",
    );
    expect([updates(to), other.context.journal.open, other.history.lines]).toEqual([1, [], []]);
    expect(await other.context.active.isSentElsewhere({ origin: to.origin, id })).toBe(true);
    expect(await push(to, other, { id: elsewhere, name: "Other" })).toMatchObject({ kind: "done" });

    to.faults.release("answer");
    expect(await waiting).toMatchObject({ kind: "done" });
    expect(await other.context.active.isSentElsewhere({ origin: to.origin, id })).toBe(false);
    expect(await push(to, other, { id, name: "Other" })).toMatchObject({ kind: "done" });
    expect([updates(to), await readdir(sending())]).toEqual([3, []]);
  });

  it("aren't blocked by one that was killed while it sent", async () => {
    const to = await service();
    const id = to.connections.idAt(0);
    const window = killed().start(sending(), to.origin, id);
    const [said] = (await once(window.stdout, "data")) as [Buffer];
    expect(String(said)).toBe("sends\n");
    expect(await push(to, openWindow(to, undefined, sending()), { id })).toEqual({ kind: "busy" });
    window.kill("SIGKILL");
    await once(window, "exit");
    expect(await push(to, openWindow(to, undefined, sending()), { id })).toMatchObject({ kind: "done" });
    expect([updates(to), await readdir(sending())]).toEqual([1, []]);
  });

  it("send nothing if they can't reserve the connection", async () => {
    const to = await service();
    const nowhere = join(import.meta.filename, "sending");
    expect(await push(to, openWindow(to, undefined, nowhere))).toEqual({ kind: "journalUnavailable" });
    expect(updates(to)).toBe(0);
  });
});
