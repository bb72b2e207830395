import assert from "node:assert/strict";

import * as vscode from "vscode";

import type { Node } from "../../../client/extension/tenants/nodes.js";
import { until } from "../drive/until.js";
import { closeEditors, open } from "./extension.js";
import { askedRows } from "./index.js";

const COUNT = 5000;

/** The connections whose rows are drawn. */
function drawn(): readonly Node[] {
  return rowsBelow().filter(({ kind }) => kind === "connection");
}

function connectionAt(index: number): string {
  const row = drawn()[index];
  assert(row?.kind === "connection");
  return row.connection.id;
}

/** A ready connection. One that isn't would need attention as soon as a file names it, which adds a section on top. */
function readyFrom(index: number): string {
  for (let at = index; ; at++) {
    const row = drawn()[at];
    assert(row?.kind === "connection");
    if (row.connection.ready === true) return row.connection.id;
  }
}

/** Every row below the tenant, those of groups included. What needs attention is above the tenant. */
function rowsBelow(row = askedRows.below.get(undefined)?.find(({ kind }) => kind === "tenant")): readonly Node[] {
  return (askedRows.below.get(row) ?? []).flatMap((child) => [
    child,
    ...(askedRows.below.has(child) ? rowsBelow(child) : []),
  ]);
}

/** The rows VS Code has asked for, by their ids, connections by those of the service. */
function asked(): readonly string[] {
  return askedRows.looks.map((row) => (row.kind === "connection" ? row.connection.id : row.kind));
}

describe("the rows of a large tenant", () => {
  afterEach(closeEditors);

  it("are updated one by one as their files are written", async () => {
    await vscode.commands.executeCommand("vaultconn.connections.focus");
    await until("the first rows", () => drawn().length > 0);
    await vscode.commands.executeCommand("vaultconn.loadAll");
    // One step after the other: VS Code looks at what changed once that has been quiet for a moment.
    for (let count = 1000; count <= COUNT; count += 1000) {
      const rest = () => rowsBelow().find(({ kind }) => kind === "showMore");
      // The first thousand are drawn without a rest below them as well: they are loaded without an action.
      await until(`${count} rows`, () => drawn().length === count && (count === COUNT || rest() !== undefined));
      if (count < COUNT) await vscode.commands.executeCommand("vaultconn.loadMore", rest());
    }
    await until("a look at the last row", () => asked().includes(connectionAt(COUNT - 1)));
    const ids = [10, 2500, 4000, COUNT - 50].map(readyFrom);
    const save = (id: string, content: object) => open(`row-${id}.vaultconn.json`, JSON.stringify({ id, ...content }));
    askedRows.looks.length = 0;
    for (const [index, id] of ids.entries()) {
      await save(id, { name: "Anew" });
      await until(`a look at ${id}`, () => asked().includes(id));
      // Saving what changes no row is asked for nothing; that would be seen with the next file.
      if (index === 0) await save(id, { name: "Anew", setup: {} });
    }
    assert.deepEqual(asked(), ids);
  });
});
