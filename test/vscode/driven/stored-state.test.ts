import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { makeTemporaryFolder, removeTemporaryFolder } from "../host/processes.js";
import { canary, ui, useService, useVsCode } from "./window.js";

const FILE = "variable.vaultconn.json";
const CUT = canary("canary-cut-off-5d20");

/** What was stored for signing in to tenants: cut off, by a later version, and without its token. */
const UNUSABLE = {
  "Cut Off": `{"kind":"accessToken","token":"${CUT}`,
  Later: JSON.stringify({ kind: "PASSKEY", token: CUT }),
  Empty: JSON.stringify({ kind: "accessToken" }),
};
const origin = (name: string): string => `https://${name.toLowerCase().replaceAll(" ", "-")}.invalid`;

/** One story: the extension finds what another version, or a damaged storage, has left. */
describe("stored state that can't be used", () => {
  const acme = useService("Acme");
  /** A copy of the extension, whose program first stores all that instead, and says so once it has. */
  let extension: string;
  const program = "dist/extension.js";
  beforeAll(async () => {
    extension = await makeTemporaryFolder("stored-state");
    await cp(inject("extension"), extension, { recursive: true });
    const secrets = Object.entries(UNUSABLE).map(([tenant, text]) => [`vaultconn.credential:${origin(tenant)}`, text]);
    const state = {
      "vaultconn.arrangement": { text: 5, applications: "all", order: ["name"] },
      "vaultconn.secretNames": { OLD: true },
      "vaultconn.pushHistory": [null, 5, { push: "p" }],
      "vaultconn.files": { [FILE]: "pushed" },
      "vaultconn.pushesUnderWay": "none",
      "vaultconn.rotations": 7,
    };
    await writeFile(
      join(extension, program),
      `const { window } = require("vscode");
      exports.activate = async ({ secrets, globalState, workspaceState, storageUri }) => {
        const { mkdirSync, writeFileSync } = require("node:fs");
        for (const [key, text] of ${JSON.stringify(secrets)}) await secrets.store(key, text);
        for (const [key, value] of Object.entries(${JSON.stringify(state)}))
          for (const memento of [globalState, workspaceState]) await memento.update(key, value);
        mkdirSync(storageUri.fsPath, { recursive: true });
        writeFileSync(storageUri.fsPath + "/pushes-under-way.json", "[1,");
        writeFileSync(storageUri.fsPath + "/setup-files.json", ${JSON.stringify(JSON.stringify(state))});
        void window.showInformationMessage("Everything is stored.");
      };`,
    );
    return () => removeTemporaryFolder(extension);
  });
  useVsCode(() => ({
    extensions: [extension],
    environment: acme.environment(),
    settings: {
      "vaultconn.tenants": Object.keys(UNUSABLE).map((name) => ({ name, baseUrl: `${origin(name)}/api/v2` })),
      "vaultconn.envFile": "${workspaceFolder:workspace}/config/.env",
    },
    workspace: { [FILE]: acme.file(0, { name: "Named ${env:STORED_STATE_TEST_UNSET}" }) },
  }));

  it("is named where it matters, and everything else works", async () => {
    await ui.notifications.waitFor("Everything is stored.");
    await cp(join(inject("extension"), program), join(extension, program));
    await ui.workbench.reload();
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForRow("Acme");
    for (const name of Object.keys(UNUSABLE))
      await ui.notifications.waitFor(
        `What's stored for signing in to ${name} can't be used, so it's ignored. Sign in again.`,
      );
    await ui.notifications.dismissAll();
    await ui.tree.rowsOf("Acme", (rows) => rows.some(({ label }) => label === acme.nameOf(0)));
    expect(await ui.workbench.storedSecrets()).toEqual([["Store a secret…", ""]]);
    await ui.workbench.openFile(FILE);
    await ui.workbench.waitForStatus("not pushed");
  });

  it("is replaced by what is stored from now on", async () => {
    await ui.workbench.storeSecret("STORED_STATE", canary("canary-stored-after-8c11"));
    await expect
      .poll(() => ui.workbench.storedSecrets())
      .toContainEqual(["STORED_STATE", "not used in this workspace"]);
    await writeFile(join(ui.session.workspace, FILE), acme.file(0, { name: "Named" }));
    await ui.workbench.openFile(FILE);
    await ui.editor.waitForText('"Named"');
    await ui.workbench.runCommand("Vault Connections: Push");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Named”");
    await ui.workbench.reload();
    await ui.workbench.openFile(FILE);
    await ui.workbench.waitForStatus("in sync");
  });

  it("includes a setting that leads to no file, which a push quotes", async () => {
    // Soon after a reload, VS Code may not watch files yet, and an open editor keeps its text.
    await ui.workbench.runCommand("View: Close All Editors");
    await writeFile(join(ui.session.workspace, FILE), acme.file(0, { name: "Named ${env:STORED_STATE_TEST_UNSET}" }));
    await ui.workbench.openFile(FILE);
    await ui.editor.waitForText("STORED_STATE_TEST_UNSET");
    await ui.workbench.runCommand("Vault Connections: Push");
    const place = "${workspaceFolder:workspace}/config/.env";
    await ui.notifications.waitFor(
      `STORED_STATE_TEST_UNSET isn't set where VS Code was started. The file ${place} in the setting vaultconn.envFile doesn't exist.`,
    );
    await ui.notifications.dismissAll();
    await mkdir(join(ui.session.workspace, "config"));
    await writeFile(join(ui.session.workspace, "config", ".env"), "STORED_STATE_TEST_UNSET=again\n");
    await ui.workbench.runCommand("Vault Connections: Push");
    expect((await ui.dialog.read()).message).toContain("Push");
    await ui.dialog.cancel();
    expect(acme.bodies()).toEqual(['{"name":"Named"}']);
  });
});
