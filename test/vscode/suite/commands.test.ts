import assert from "node:assert/strict";

import * as vscode from "vscode";

import { until } from "../drive/until.js";
import { closeEditors, manifest } from "./extension.js";

/** Things no command expects, as any extension may pass them. */
const JUNK: readonly (readonly [string, readonly unknown[]])[] = [
  ["nothing", [undefined, null]],
  ["texts", ["", "not a uri", "../../etc/passwd", "vaultconn://x"]],
  ["numbers", [Number.NaN, -1, 2 ** 53]],
  ["empty objects", [{}, [], { kind: "connection" }, { session: {} }]],
  [
    "a row of somebody else's making",
    [
      {
        kind: "connection",
        session: { tenant: { name: "Evil", origin: "https://attacker.example" }, signedIn: true },
        connection: { id: "../../x", name: 5 },
      },
    ],
  ],
  [
    "a row with traps",
    [
      {
        kind: "tenant",
        get session() {
          throw new TypeError("a trap");
        },
      },
    ],
  ],
  [
    "a file that is not there",
    [vscode.Uri.file("/nowhere/at/all.vaultconn.json"), "file:///nowhere/at/all.vaultconn.json"],
  ],
  ["a range without a file", [undefined, { start: { line: -1 }, end: null }, [], { name: 1 }]],
];

describe("commands called by another extension", () => {
  afterEach(closeEditors);
  // One of them adds the sample, which would be a second tenant to choose from.
  after(() => vscode.commands.executeCommand("vaultconn.removeSample"));

  // Nor do they send an update, as no test of the suite may (run-suite.ts).
  it("neither throw nor reveal anything, whatever they're given", async () => {
    // Whatever they ask is closed, so that they come to their ends.
    const close = setInterval(() => {
      void vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      void vscode.commands.executeCommand("notifications.clearAll");
    }, 100);
    const running = new Set<string>();
    const call = async (id: string, what: string, given: readonly unknown[]): Promise<void> => {
      const name = `${id}, given ${what}`;
      running.add(name);
      assert.equal(await vscode.commands.executeCommand(id, ...given), undefined, name);
      running.delete(name);
    };
    const calls = manifest().contributes.commands.flatMap(({ command }) =>
      JUNK.map(([what, given]) => call(command, what, given)),
    );
    const ended = until("all to end", () => {
      if (running.size === 0) return true;
      throw new Error([...running].join("\n"));
    });
    try {
      await Promise.race([Promise.all(calls), ended]);
    } finally {
      clearInterval(close);
    }
  });
});
