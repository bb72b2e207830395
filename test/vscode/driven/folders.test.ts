import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { beforeAll, describe, expect, it } from "vitest";

import { untilValue } from "../drive/until.js";
import { ui, useService, useVsCode } from "./window.js";

const PLAIN = '{ "setup": { "type": "BEARER", "token": "in plain text" } }\n';
const FOLDERS = { quiet: "off", careful: "warning", strict: "error" } as const;

/** The first of the connections whose files come and go. */
const WATCHED = 8;
const WATCHED_ROWS = Array.from({ length: 8 }, (_, index) => `Watched ${index}`);

function settingsOf(severity: string): string {
  return JSON.stringify({ "vaultconn.diagnostics.plainTextSecret": severity });
}

/** One story about one workspace: files are as the test before has left them. */
describe("a workspace of several folders", () => {
  const acme = useService("Acme", { connections: 16, latestChange: Date.now() });
  useVsCode(() => {
    for (let index = 0; index < WATCHED; index += 1)
      acme().connections.change(acme.id(index), { name: `Row ${index}`, ready: true });
    for (const [index, name] of WATCHED_ROWS.entries())
      acme().connections.change(acme.id(WATCHED + index), { name, ready: true });
    const file = (index: number): string => acme.file(index, { name: `Row ${index}` });
    return {
      environment: acme.environment(),
      workspace: {
        "all.code-workspace": JSON.stringify({
          folders: ["files", ...Object.keys(FOLDERS)].map((path) => ({ path })),
        }),
        "files/one.vaultconn.json": file(1),
        "files/two.vaultconn.json": file(2),
        // VS Code watches a folder that is there from the start; one that comes later, not always in time for what is written into it.
        "files/folder/deep/notes.txt": "",
        "files/node_modules/package/package.json": "{}",
        ...Object.fromEntries(
          Object.entries(FOLDERS).flatMap(([folder, severity]) => [
            [`${folder}/${folder}.vaultconn.json`, PLAIN],
            [`${folder}/.vscode/settings.json`, settingsOf(severity)],
          ]),
        ),
      },
    };
  });

  beforeAll(async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForAction("Row 1", "Push");
  });

  /** Waits until the problems are these, each as its severity and what it is about. */
  const untilProblems = (...expected: readonly string[]): Promise<unknown> =>
    expect
      .poll(async () => (await ui.workbench.problems()).map(({ severity, code }) => `${severity} ${code}`).sort())
      .toEqual([...expected].sort());

  it("reports plain-text secrets by each folder's setting", async () => {
    for (const folder of Object.keys(FOLDERS)) {
      await ui.workbench.openFile(`${folder}.vaultconn.json`);
      await ui.workbench.runCommand("View: Keep Editor");
    }
    await ui.workbench.showProblems();
    await untilProblems("warning plain-text-secret", "error plain-text-secret");
    await writeFile(join(ui.session.workspace, "quiet", ".vscode", "settings.json"), settingsOf("information"));
    await untilProblems("info plain-text-secret", "warning plain-text-secret", "error plain-text-secret");
    await writeFile(join(ui.session.workspace, "strict", ".vscode", "settings.json"), settingsOf("off"));
    await untilProblems("info plain-text-secret", "warning plain-text-secret");
    expect(await ui.notifications.all()).toEqual([]);
  });

  describe("filters and exports", () => {
    const names = async () => (await ui.tree.rowsOf("Acme", () => true)).slice(1).map(({ label }) => label);
    const shows = (expected: readonly string[]) => expect.poll(names).toEqual(expected);
    /** The button is called otherwise while a filter is in force. */
    const choose = async (entry: string): Promise<void> => {
      await ui.workbench.runCommand("Vault Connections: Filter…");
      await ui.quickInput.pick(entry);
    };

    it("show connections with a setup file, without one, and needing attention", async () => {
      await ui.tree.waitForAction("Row 1", "Push");
      await choose("With a setup file");
      await shows(["Row 1", "Row 2"]);
      await ui.tree.waitForMessage(/^Showing 2 of 16: with a setup file$/);

      await choose("Needs attention");
      await ui.tree.waitForWelcome("filter");
      await ui.workbench.push("one.vaultconn.json");
      await ui.dialog.press("Push");
      await ui.notifications.waitFor("Pushed. “Row 1” is ready.");
      await ui.editor.replaceAll(acme.file(1, { name: "Row 1b" }));
      await ui.editor.press("ControlOrMeta+KeyS");
      await shows(["Row 1"]);
      await ui.tree.waitForDescription("Row 1", /unpushed changes/);
      await ui.workbench.runCommand("Vault Connections: Show All Connections");
      await shows([...Array.from({ length: WATCHED }, (_, index) => `Row ${index}`), ...WATCHED_ROWS]);
    });

    it("export what's shown", async () => {
      await choose("With a setup file");
      await shows(["Row 1", "Row 2"]);
      await ui.workbench.runCommand("Vault Connections: Export…");
      await ui.quickInput.waitForStep("Export 2 connections");
      // The dialog offers it once it has looked at the folder.
      const place = await untilValue(
        "the file that is offered",
        () => ui.quickInput.value(),
        (value) => value.endsWith("connections.csv"),
      );
      await ui.quickInput.accept();
      await ui.editor.waitForTab("connections.csv");
      const lines = (await readFile(place, "utf8")).trimEnd().split("\r\n");
      expect(lines.map((line) => line.split(",")[1])).toEqual(["name", "Row 1", "Row 2"]);
      await ui.workbench.runCommand("Vault Connections: Show All Connections");
    });
  });

  /** Which rows have a setup file, while other programs than VS Code make, move and delete files. */
  describe("setup files that are moved, copied, and deleted", () => {
    const fileFor = (index: number): string => JSON.stringify({ id: acme.id(WATCHED + index), name: "X" });
    const nameOf = (index: number): string => `Watched ${index}`;
    const inWorkspace = (path: string): string => join(ui.session.workspace, "files", path);
    const elsewhere = (path: string): string => join(dirname(ui.session.workspace), "elsewhere", path);

    const untilFound = (index: number): Promise<void> => ui.tree.waitForAction(nameOf(index), "Open Setup File");
    const untilForgotten = (index: number): Promise<unknown> =>
      expect.poll(() => ui.tree.menuEntries(nameOf(index))).toContain("Create Setup File…");

    /** Writes a setup file for a connection. */
    async function write(path: string, index: number): Promise<void> {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, fileFor(index));
    }

    beforeAll(async () => {
      await write(inWorkspace("folder/deep/first.vaultconn.json"), 0);
      await untilFound(0);
    });

    it("are found in a folder that's moved into the workspace", async () => {
      await write(elsewhere("moved/deep/deeper/second.vaultconn.json"), 1);
      await write(elsewhere("moved/node_modules/package/third.vaultconn.json"), 2);
      await rename(elsewhere("moved"), inWorkspace("moved"));
      await untilFound(1);
      // Once a later file is found, no earlier one is still being looked at.
      await write(inWorkspace("node_modules/package/third.vaultconn.json"), 2);
      await write(inWorkspace("later.vaultconn.json"), 7);
      await untilFound(7);
      expect(await ui.tree.menuEntries(nameOf(2))).toContain("Create Setup File…");
    });

    it("are found in a folder that's copied into the workspace", async () => {
      await write(elsewhere("copied/deep/deeper/fourth.vaultconn.json"), 3);
      await cp(elsewhere("copied"), inWorkspace("copied"), { recursive: true });
      await untilFound(3);
    });

    it("are forgotten when their folder is moved away", async () => {
      await rename(inWorkspace("moved"), elsewhere("moved"));
      await untilForgotten(1);
    });

    it("are updated if another folder replaces theirs", async () => {
      await write(elsewhere("other/fifth.vaultconn.json"), 4);
      await rename(inWorkspace("copied"), elsewhere("taken"));
      await rename(elsewhere("other"), inWorkspace("copied"));
      await untilFound(4);
      await untilForgotten(3);
    });

    it("are forgotten when their folder is deleted", async () => {
      await rm(inWorkspace("folder"), { recursive: true });
      await untilForgotten(0);
    });
  });
});
