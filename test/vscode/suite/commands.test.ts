import assert from "node:assert/strict";

import * as vscode from "vscode";

import { until } from "../drive/until.js";
import { closeEditors, commands } from "./extension.js";

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

  // Nor do they send an update, as no test of the suite may (run-suite.ts).
  it("neither throw nor reveal anything, whatever they're given", async () => {
    // Whatever they ask is closed, so that they come to their ends.
    const close = setInterval(() => {
      void vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      void vscode.commands.executeCommand("notifications.clearAll");
    }, 100);
    const calls = commands().flatMap((id) =>
      JUNK.map(([what, given]) => ({ id, given, name: `${id}, given ${what}` })),
    );
    const callAtOnce = async (round: typeof calls): Promise<void> => {
      const running = new Set(round.map(({ name }) => name));
      const ended = round.map(async ({ id, given, name }) => {
        assert.equal(await vscode.commands.executeCommand(id, ...given), undefined, name);
        running.delete(name);
      });
      const noneRuns = (): boolean => {
        if (running.size > 0) throw new Error([...running].join("\n"));
        return true;
      };
      await Promise.race([Promise.all(ended), until("all to end", noneRuns)]);
    };
    const isOfSample = ({ id }: { readonly id: string }): boolean => id.endsWith("Sample");
    try {
      await callAtOnce(calls.filter((call) => !isOfSample(call)));
      // One after the other, since its row mustn't go while VS Code reveals it. The last ones remove it.
      for (const call of calls.filter(isOfSample)) await callAtOnce([call]);
    } finally {
      clearInterval(close);
    }
  });
});
