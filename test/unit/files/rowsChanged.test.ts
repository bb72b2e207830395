import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";

import { remember } from "../../../client/core/push/compareRecords.js";
import { recordFrom } from "../records.js";
import { vscode, useWorkspace } from "../vscode.js";
import { openWindow } from "./window.js";

const folder = useWorkspace();

const PUSHED = remember(recordFrom({ fingerprint: "pushed" }));

interface Row {
  readonly find?: string;
  readonly isGone?: boolean;
  readonly superseded?: boolean;
  readonly loadedAt?: undefined;
  readonly more?: boolean;
}

it.each<[string, string, Row]>([
  ["in sync, if the row was loaded and is as pushed", "inSync", { find: "pushed" }],
  ["no more than pushed, if no row was loaded", "pushed", { loadedAt: undefined }],
  ["no more than pushed, if the row is on a page that wasn't loaded", "pushed", {}],
  ["drifted, if the row changed", "drifted", { find: "other" }],
  [
    "drifted, once someone compared the change and it's still there",
    "superseded",
    { find: "pushed", superseded: true },
  ],
  ["drifted, if a compared change is followed by another", "drifted", { find: "other", superseded: true }],
  ["gone, if a request found the connection deleted", "gone", { isGone: true }],
  ["gone, if all rows were loaded without it", "gone", { more: false }],
])("reports a file as %s", async (_, kind, { find = "", isGone = false, superseded = false, ...snapshot }) => {
  const store = {
    snapshot: { loadedAt: 1, more: true, ...snapshot },
    isGone: () => isGone,
    find: () => (find ? recordFrom({ fingerprint: find }) : undefined),
  };
  const sessions = { onDidChange: () => ({ dispose: () => undefined }), withOrigin: () => ({ store }) };
  const { digests, memory, states, uri } = openWindow(folder(), undefined, sessions);
  await writeFile(join(folder(), "a.vaultconn.json"), JSON.stringify({ id: "ac_1", name: "New" }));
  const pushed = await digests.of({ name: "New" });
  for (const known of [{ pushed }, ...(superseded ? [{}] : [])]) {
    const about = { origin: "https://acme.example", id: "ac_1", record: PUSHED, superseded, ...known };
    await memory.remember(uri("a.vaultconn.json"), about);
    expect((await states.of(uri("a.vaultconn.json"))).kind).toBe(kind);
  }
});

it("updates only files whose connection changed or was deleted", async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `ac_${at}`);
  const records = new Map(ids.map((id) => [id, recordFrom({ id, fingerprint: "before" })]));
  const rows = new vscode.EventEmitter<undefined>();
  const store = { snapshot: { loadedAt: 1, more: false }, isGone: () => false, find: (id: string) => records.get(id) };
  const { memory, states, uri, workedOut } = openWindow(folder(), undefined, {
    onDidChange: rows.event,
    withOrigin: () => ({ store }),
  });
  const fileOf = (id: string) => `${id}.vaultconn.json`;
  for (const [id, record] of records) {
    await writeFile(join(folder(), fileOf(id)), JSON.stringify({ id, name: "New" }));
    const about = { origin: "https://acme.example", id, pushed: "another", record: remember(record) };
    await memory.remember(uri(fileOf(id)), about);
    expect((await states.of(uri(fileOf(id)))).kind).toBe("changed");
  }
  const told = vi.fn();
  states.onDidChange(told);
  workedOut.length = 0;
  records.set("ac_3", recordFrom({ id: "ac_3", fingerprint: "after" }));
  records.delete("ac_7");
  rows.fire(undefined);
  await expect.poll(() => told).toHaveBeenCalledWith(["ac_3", "ac_7"].map((id) => uri(fileOf(id))));
  expect(workedOut).toEqual(["ac_3", "ac_7"].map(fileOf));
  expect([states.last(uri(fileOf("ac_3")))?.kind, states.last(uri(fileOf("ac_7")))?.kind]).toEqual(["drifted", "gone"]);
});
