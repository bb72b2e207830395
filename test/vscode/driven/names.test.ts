import { readFile } from "node:fs/promises";

import { beforeAll, describe, expect, it } from "vitest";

import { readText } from "../drive/dom.js";
import { until, untilDone, untilValue } from "../drive/until.js";
import { canary, languageServerProcess, onDisk, ui, useService, useVsCode } from "./window.js";

const VALUE = canary("canary-renamed-value-91d2");
const FIRST = "first.vaultconn.json";
const SECOND = "deep/second.vaultconn.json";
/** What Node needs, and what it adds to a process it talks to. */
const NEEDED = /^(?:PATH|HOME|TMPDIR|TEMP|TMP|LANG|LANGUAGE|LC_\w+|ELECTRON_(?:RUN_AS_NODE|NO_ASAR)|NODE_CHANNEL_\w+)$/;

/** Opens the list of references within the text, and closes it. @returns its title, such as "… – References (2)" */
async function titleOfReferences(): Promise<string> {
  const widget = ui.workbench.page.locator(".peekview-widget");
  await ui.workbench.runCommand("Peek References");
  // Before, it says that it loads.
  const read = () => readText(widget.locator(".peekview-title"));
  const title = await untilValue("the title of the list", read, (shown) => /\(\d+\)/.test(shown));
  await untilDone("the list to close", async (timeout) => {
    if (await widget.isVisible()) await ui.workbench.page.keyboard.press("Escape");
    await widget.waitFor({ state: "hidden", timeout });
  });
  return title;
}

/** Names in setup files: gone to, found, and given other ones. One story: what is renamed keeps its name. */
describe("names of secrets, variables, files and connections", () => {
  const service = useService("Acme");
  useVsCode(() => ({
    environment: service.environment(),
    settings: {
      "vaultconn.envFile": "${workspaceFolder}/.env",
      "vaultconn.tenants": [{ name: "Globex", baseUrl: "https://globex.invalid/api/v2", readOnly: true }],
    },
    workspace: {
      [FIRST]: service.file(0, { name: "${env:TITLE}", setup: { type: "BEARER", token: "${secret:OLD_NAME}" } }),
      [SECOND]:
        '{\n  "type": "BASIC_AUTH",\n  "username": "${file:../keys/user.pem}",\n  "password": "${secret:OLD_NAME}"\n}\n',
      ".env": "# names of connections\nTITLE=Title\n",
      "keys/user.pem": "somebody\n",
    },
  }));

  /** Goes to what is named at a text of the first file, and waits for the place. */
  async function goToDefinition(text: string, tab: string, place: string): Promise<void> {
    await ui.workbench.openFile(FIRST);
    await ui.editor.placeCursorBefore(text);
    // The language server may still be reading.
    await untilDone(`${place} of ${tab}`, async (patience) => {
      const isThere = async (): Promise<boolean> =>
        (await ui.editor.activeTab()) === tab && (await ui.editor.position()) === place;
      if (!(await isThere())) await ui.editor.press("F12");
      await until("the place", isThere, patience);
    });
  }

  beforeAll(async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.rowsOf("Acme", (rows) => rows.some(({ label }) => label === service.nameOf(0)));
    await ui.workbench.storeSecret("OLD_NAME", VALUE);
    await ui.notifications.waitFor("The secret is stored. Setup files refer to it as ${secret:OLD_NAME}.");
  });

  it("are known to a language server that has none of the variables", async () => {
    await ui.workbench.openFile(FIRST);
    const id = await languageServerProcess();
    // Windows are driven on Linux, which shows the environment of a process in a file.
    const variables = (await readFile(`/proc/${id}/environ`, "utf8")).split("\0").filter((entry) => entry !== "");
    const names = variables.map((entry) => entry.slice(0, entry.indexOf("=")));
    expect(names).toContain("PATH");
    expect(names.filter((name) => !NEEDED.test(name))).toEqual([]);
  });

  it("lead to the .env file, the list of secrets, and a record", async () => {
    await goToDefinition("TITLE", ".env", "Ln 2, Col 1");
    await goToDefinition("OLD_NAME", "Stored secrets", "Ln 3, Col 1");
    await ui.editor.waitForText("OLD_NAME: used in 2 files");
    const name = service.nameOf(0);
    await goToDefinition(service.id(0), `${name.replaceAll(" ", "-")}.json`, "Ln 1, Col 1");
    await until("the row", async () => (await ui.tree.selected())?.includes(name));
  });

  it("are found from the .env file and the list of secrets", async () => {
    await ui.workbench.openFile(".env");
    await ui.editor.placeCursorBefore("TITLE");
    expect(await titleOfReferences()).toContain("(2)");
    await goToDefinition("OLD_NAME", "Stored secrets", "Ln 3, Col 1");
    expect(await titleOfReferences()).toContain("(2)");
  });

  it("are renamed in all files, and in the secret storage", async () => {
    await ui.workbench.openFile(FIRST);
    await ui.editor.placeCursorBefore("OLD_NAME");
    const box = ui.workbench.page.locator(".rename-box input");
    await untilDone("the box for the new name", async (timeout) => {
      await ui.editor.press("F2");
      await box.waitFor({ timeout });
    });
    expect(await box.inputValue()).toBe("OLD_NAME");
    await box.fill("NEW_NAME");
    await box.press("Enter");
    for (const file of [FIRST, SECOND])
      await expect.poll(() => onDisk(file)).toMatch(/^(?!.*OLD_NAME).*\$\{secret:NEW_NAME\}/s);
    // Uses are counted again a moment after a file was saved.
    await expect
      .poll(() => ui.workbench.storedSecrets())
      .toEqual([
        ["NEW_NAME", "used in 2 files"],
        ["Store a secret…", ""],
      ]);
  });

  it("follow a renamed folder", async () => {
    await ui.workbench.openViewContainer("Explorer");
    const folder = ui.workbench.explorerRow("keys");
    const box = ui.workbench.page.locator(".explorer-folders-view .explorer-item-edited input");
    // A tree that is still being filled takes the selection away again, or the box.
    await untilDone("the new name", async (timeout) => {
      await folder.click({ timeout });
      await ui.workbench.page.keyboard.press("F2");
      await box.fill("people", { timeout });
      await box.press("Enter", { timeout });
    });
    expect((await ui.dialog.read()).detail).toContain("wants to make refactoring changes");
    await ui.dialog.press("OK");
    // VS Code leaves what follows a move unsaved.
    await ui.workbench.openFile("second.vaultconn.json");
    await ui.editor.waitForText("${file:../people/user.pem}");
    await ui.editor.save();
    expect(await onDisk(SECOND)).toContain("${file:../people/user.pem}");
  });

  it("aren't requested if a copy can't be pushed", async () => {
    await ui.workbench.openFile(FIRST);
    await ui.workbench.runCommand("Vault Connections: Copy to Another Tenant…");
    await ui.quickInput.choose(`Copy ${FIRST} to which tenant?`, "Globex");
    expect(await ui.dialog.read()).toMatchObject({
      message: "Globex is marked as read-only.",
      detail: "You can't push the copy while the tenant is read-only.",
      buttons: expect.arrayContaining(["Edit Tenant…", "Copy Anyway", "Cancel"]) as string[],
    });
    await ui.dialog.cancel();
  });
});
