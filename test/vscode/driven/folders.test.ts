import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { untilValue } from "../drive/until.js";
import { useVsCode } from "./use-vscode.js";

const PLAIN = '{ "setup": { "type": "BEARER", "token": "in plain text" } }\n';
const FOLDERS = { quiet: "off", careful: "warning", strict: "error" } as const;

function settingsOf(severity: string): string {
  return JSON.stringify({ "vaultconn.diagnostics.plainTextSecret": severity });
}

describe("a workspace of several folders", () => {
  const session = useVsCode({
    workspace: {
      "all.code-workspace": JSON.stringify({ folders: Object.keys(FOLDERS).map((path) => ({ path })) }),
      ...Object.fromEntries(
        Object.entries(FOLDERS).flatMap(([folder, severity]) => [
          [`${folder}/${folder}.vaultconn.json`, PLAIN],
          [`${folder}/.vscode/settings.json`, settingsOf(severity)],
        ]),
      ),
    },
  });

  /** Waits until the problems are these, each as its severity and what it is about. */
  const untilProblems = (...expected: readonly string[]): Promise<unknown> =>
    untilValue(
      `the problems ${expected.join(", ")}`,
      () => session().workbench.problems.all(),
      (problems) =>
        problems
          .map(({ severity, code }) => `${severity} ${code}`)
          .sort()
          .join() === [...expected].sort().join(),
    );

  it("remarks on secrets in plain text as each folder wants it, also when that changes", async () => {
    const { workbench, workspace } = session();
    for (const folder of Object.keys(FOLDERS)) {
      await workbench.openFile(`${folder}.vaultconn.json`);
      await workbench.runCommand("View: Keep Editor");
    }
    await workbench.showProblems();
    await untilProblems("warning plain-text-secret", "error plain-text-secret");
    await writeFile(join(workspace, "quiet", ".vscode", "settings.json"), settingsOf("information"));
    await untilProblems("info plain-text-secret", "warning plain-text-secret", "error plain-text-secret");
    await writeFile(join(workspace, "strict", ".vscode", "settings.json"), settingsOf("off"));
    await untilProblems("info plain-text-secret", "warning plain-text-secret");
    expect(await workbench.notifications.all()).toEqual([]);
  });
});
