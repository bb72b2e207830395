import assert from "node:assert/strict";

import * as vscode from "vscode";

import { TIMEOUT_MS } from "../drive/until.js";
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

/** Runs commands and closes whatever they ask, so that they come to their ends. Rejects where one of them does, or doesn't end. */
async function runToTheirEnds(ids: readonly string[], given: readonly unknown[]): Promise<readonly unknown[]> {
  const close = setInterval(() => {
    void vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    void vscode.commands.executeCommand("notifications.clearAll");
  }, 100);
  const running = new Set(ids);
  const run = async (id: string): Promise<unknown> => {
    const result = await vscode.commands.executeCommand(id, ...given);
    running.delete(id);
    return result;
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`These did not end: ${[...running].join(", ")}.`));
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([Promise.all(ids.map(run)), late]);
  } finally {
    clearTimeout(timer);
    clearInterval(close);
  }
}

describe("commands called by another extension", () => {
  const ids = manifest().contributes.commands.map(({ command }) => command);
  afterEach(closeEditors);
  // One of them adds the sample, which would be a second tenant to choose from.
  after(() => vscode.commands.executeCommand("vaultconn.removeSample"));

  for (const [what, given] of JUNK) {
    // Nor do they send an update, as no test of the suite may (run-suite.ts).
    it(`neither throw nor reveal anything, given ${what}`, async () => {
      assert.deepEqual(new Set(await runToTheirEnds(ids, given)), new Set([undefined]));
    });
  }
});
