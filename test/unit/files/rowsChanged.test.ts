import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";

import { remember } from "../../../client/core/push/drift.js";
import { recordFrom } from "../service/records.js";
import { vscode, useWorkspace } from "../vscode.js";
import { openWindow } from "./window.js";

const folder = useWorkspace();

it("has the states worked out of those files alone whose connection changed or has gone", async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `ac_${at}`);
  const records = new Map(ids.map((id) => [id, recordFrom({ id, fingerprint: "before" })]));
  const rows = new vscode.EventEmitter<undefined>();
  const store = { snapshot: { loadedAt: 1, more: false }, find: (id: string) => records.get(id) };
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
  await vi.waitFor(() => {
    expect(told).toHaveBeenCalledWith(["ac_3", "ac_7"].map((id) => uri(fileOf(id))));
  });
  expect(workedOut).toEqual(["ac_3", "ac_7"].map(fileOf));
  expect([states.last(uri(fileOf("ac_3")))?.kind, states.last(uri(fileOf("ac_7")))?.kind]).toEqual(["drifted", "gone"]);
});
