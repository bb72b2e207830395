import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { untilValue } from "../drive/until.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

/** One story: the first test pushes one of the files, which the last two find as it has left it. */
describe("filters and exports", () => {
  const acme = useService("Acme", { connections: 8, latestChange: Date.now() });
  const id = (index: number): string => acme().connections.idAt(index);
  const session = useVsCode(() => {
    for (let index = 0; index < 8; index += 1)
      acme().connections.change(id(index), { name: `Row ${index}`, ready: true });
    acme().connections.change(id(5), { name: "=SUM(A1:A9)" });
    const file = (index: number): string =>
      JSON.stringify({ id: id(index), tenant: new URL(acme().origin).host, name: `Row ${index}` });
    return {
      environment: acme.environment(),
      workspace: { "one.vaultconn.json": file(1), "two.vaultconn.json": file(2) },
    };
  });
  const tree = () => session().workbench.tree("Connections");
  const names = async () => (await tree().rows()).filter(({ level }) => level === 2).map(({ label }) => label);
  const shows = (expected: readonly string[]) =>
    untilValue("the rows", names, (rows) => JSON.stringify(rows) === JSON.stringify(expected));
  /** The button is called otherwise while a filter is in force. */
  const choose = async (entry: string): Promise<void> => {
    await session().workbench.runCommand("Vault Connections: Filter…");
    await session().workbench.quickInput.pick(entry);
  };

  it("show connections with a setup file, without one, and those that need attention", async () => {
    const { workbench } = session();
    await workbench.openViewContainer("Vault Connections");
    await tree().waitForAction("Row 1", "Push");
    await choose("With a setup file");
    await shows(["Row 1", "Row 2"]);
    await untilValue(
      "what is shown",
      () => tree().message(),
      (message) => message === "Showing 2 of 8: with a setup file",
    );
    await workbench.screenshot("filter-with-file");

    await choose("Needs attention");
    await untilValue(
      "what is said where nothing is",
      () => tree().welcome(),
      (text) => text.includes("filter"),
    );
    await workbench.openFile("one.vaultconn.json");
    await workbench.runCommand("Vault Connections: Push");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Row 1 is ready.");
    await workbench.editor.replaceAll(
      JSON.stringify({ id: id(1), tenant: new URL(acme().origin).host, name: "Row 1b" }),
    );
    await workbench.editor.press("ControlOrMeta+KeyS");
    await shows(["Row 1"]);
    await untilValue(
      "what its row says",
      () => tree().waitForRow("Row 1"),
      ({ description }) => description.startsWith("file changed"),
    );
    await workbench.runCommand("Vault Connections: Show All Connections");
    await shows(["=SUM(A1:A9)", "Row 0", "Row 1", "Row 2", "Row 3", "Row 4", "Row 6", "Row 7"]);
  });

  it("show what has not changed for some days", async () => {
    const { workbench } = session();
    await choose("Not changed for…");
    await workbench.quickInput.pick("Another number of days…");
    await workbench.quickInput.waitForStep("at least so many days");
    await workbench.quickInput.type("0");
    await workbench.quickInput.waitForStep("A whole number of days, from 1 to 36,500.");
    await workbench.quickInput.submit("1");
    await untilValue(
      "nothing to be left",
      () => tree().welcome(),
      (text) => text.includes("filter"),
    );
    await workbench.runCommand("Vault Connections: Show All Connections");
    await tree().waitForRow("Row 7");
  });

  it("write what is shown, as it is shown", async () => {
    const { workbench, workspace } = session();
    await choose("Without a setup file");
    await shows(["=SUM(A1:A9)", "Row 0", "Row 3", "Row 4", "Row 6", "Row 7"]);
    await workbench.runCommand("Vault Connections: Export…");
    await workbench.quickInput.waitForStep("Export 6 connections");
    // The dialog offers it once it has looked at the folder.
    await untilValue(
      "the file that is offered",
      () => workbench.quickInput.value(),
      (value) => value.endsWith("connections.csv"),
    );
    await workbench.quickInput.accept();
    await workbench.editor.waitForTab("connections.csv");
    const lines = (await readFile(join(workspace, "connections.csv"), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toBe("tenant,name,id,application,environment,ready,created,updated,refreshed,files");
    expect(lines).toHaveLength(7);
    expect(lines[1]).toContain(`"'=SUM(A1:A9)"`);
  });
});
