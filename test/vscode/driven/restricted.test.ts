import { readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import { untilDone } from "../drive/until.js";
import { canary, ui, useService, useVsCode } from "./window.js";

const SECRET = canary("canary-restricted-1b7e");
/** Where the program of the provider that the user has defined leaves a mark. */
const RAN = join(tmpdir(), `restricted-${process.pid}`);

/** One command that reaches the tenant, one the secret storage, one a program. `test/unit/commands` runs all of them. */
const REFUSED = [
  ["Push", "To push, trust this workspace."],
  ["Store Secret…", "To store a secret, trust this workspace."],
  ["Compare Values", "To compare values, trust this workspace."],
] as const;

/** One story: after the refusals, the workspace is trusted. */
describe("Restricted Mode", () => {
  const service = useService("Acme");
  useVsCode(() => ({
    workspaceTrust: true,
    settings: {
      "workbench.editor.useModal": "off",
      "vaultconn.secretProviders": { mark: { command: ["touch", `${RAN}\${path}`] } },
      "vaultconn.tenants": [{ name: "Second", baseUrl: service().baseUrl.replace("127.0.0.1", "localhost") }],
    },
    environment: { ...service.environment(), RESTRICTED_KEY: SECRET },
    workspace: {
      "faulty.vaultconn.json": `{\n  "setup": {\n    "type": "API_KEY",\n    "api_ky": "${SECRET}"\n  }\n}\n`,
      "reference.vaultconn.json":
        '{ "name": "Billing", "setup": { "type": "BEARER", "token": "${env:RESTRICTED_KEY}${mark:.ran}" } }\n',
    },
  }));

  it("says what doesn't work, and how to change that", async () => {
    await ui.workbench.waitForStatus("Restricted Mode");
    await ui.workbench.openViewContainer("Vault Connections");
    const welcome = await ui.tree.waitForWelcome("Restricted Mode");
    expect(welcome).toContain(
      "In Restricted Mode, you can edit setup files with checks and completions, but tenants aren't contacted.",
    );
    expect(await ui.tree.rows()).toEqual([]);
    await expect.poll(() => ui.tree.titleActions()).toHaveLength(0);
    await ui.tree.pressWelcome("Manage Workspace Trust");
    await ui.workbench.page.getByText("In a Trusted Folder").waitFor();
    await ui.workbench.runCommand("View: Close Editor");
  });

  it("checks and completes a file", async () => {
    await ui.workbench.openFile("faulty.vaultconn.json");
    await expect.poll(async () => (await ui.editor.squiggles()).error).toBeGreaterThan(0);
    await ui.editor.select("api_ky");
    await ui.editor.type("api_key");
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 0 });
    await ui.editor.placeCursorBefore('"api_key"');
    await ui.editor.type('"');
    const offered = ui.workbench.page.locator(".suggest-widget.visible .label-name", { hasText: "base_url" });
    // What is asked for while the language server still starts is answered with nothing.
    await untilDone("completions", async (timeout) => {
      await ui.editor.press("Control+Space");
      await offered.waitFor({ timeout });
    });
    await ui.workbench.page.keyboard.press("Escape");
    await ui.editor.press("ControlOrMeta+KeyZ");
    await ui.editor.save();
  });

  it.each(REFUSED)("refuses %s with a message and a way to continue", async (title, refusal) => {
    await ui.workbench.openFile("reference.vaultconn.json");
    await ui.workbench.runCommand(`Vault Connections: ${title}`);
    expect(await ui.notifications.waitFor(refusal)).toMatchObject({ message: refusal, severity: "warning" });
    expect(await ui.notifications.buttons(refusal)).toEqual(["Manage Workspace Trust"]);
    await ui.notifications.dismissAll();
  });

  it("refuses the shortcut of a push, too", async () => {
    await ui.workbench.openFile("reference.vaultconn.json");
    await ui.editor.placeCursorBefore("{");
    await ui.editor.press("ControlOrMeta+Alt+Enter");
    await ui.notifications.waitFor("To push, trust this workspace.");
    await ui.notifications.dismissAll();
  });

  it("sends nothing, runs no provider, and shows no rows", async () => {
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(basename(RAN)))).toEqual([]);
    expect(service().requests.sockets).toBe(0);
    expect(await ui.tree.rows()).toEqual([]);
  });

  it("ends when the workspace is trusted, and connections are shown", async () => {
    await ui.tree.pressWelcome("Manage Workspace Trust");
    await ui.workbench.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
    await ui.tree.rowsOf("Acme", (rows) => rows.length > 1);
  });

  it("isn't why a file beside a setup file outside the workspace isn't read", async () => {
    const outside = join(dirname(ui.session.workspace), "outside.vaultconn.json");
    await writeFile(join(dirname(outside), "key.txt"), "not-a-real-key");
    await writeFile(outside, service.file(0, { setup: { type: "BEARER", token: "${file:key.txt}" } }));
    await ui.workbench.runCommand("File: Open File...");
    await ui.quickInput.enterPath(outside);
    await ui.dialog.press("Open");
    await ui.editor.waitForTab("outside.vaultconn.json");
    await ui.workbench.runCommand("Vault Connections: Push");
    const why = "The file key.txt wasn't read. The setup file must be in a workspace folder on this computer.";
    await expect.poll(() => ui.notifications.all()).toMatchObject([{ message: `${why} Nothing was sent.` }]);
    expect(await ui.notifications.buttons(why)).toEqual(["Show in File"]);
    await ui.workbench.showProblems();
    // A push has no code.
    await expect.poll(() => ui.workbench.problems()).toMatchObject([{ code: "", message: why }]);
    expect(service.patches()).toEqual([]);
  });
});
