import { readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import { untilDone } from "../drive/until.js";
import {
  canary,
  dialog,
  editor,
  notifications,
  quickInput,
  session,
  tree,
  useService,
  useVsCode,
  workbench,
} from "./window.js";

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
    await workbench.waitForStatus("Restricted Mode");
    await workbench.openViewContainer("Vault Connections");
    const welcome = await tree.waitForWelcome("Restricted Mode");
    expect(welcome).toContain(
      "In Restricted Mode, you can edit setup files with checks and completions, but tenants aren't contacted.",
    );
    expect(await tree.rows()).toEqual([]);
    await expect.poll(() => tree.titleActions()).toHaveLength(0);
    await tree.pressWelcome("Manage Workspace Trust");
    await workbench.page.getByText("In a Trusted Folder").waitFor();
    await workbench.runCommand("View: Close Editor");
  });

  it("checks and completes a file", async () => {
    await workbench.openFile("faulty.vaultconn.json");
    await expect.poll(async () => (await editor.squiggles()).error).toBeGreaterThan(0);
    await editor.select("api_ky");
    await editor.type("api_key");
    await expect.poll(() => editor.squiggles()).toMatchObject({ error: 0 });
    await editor.placeCursorBefore('"api_key"');
    await editor.type('"');
    const offered = workbench.page.locator(".suggest-widget.visible .label-name", { hasText: "base_url" });
    // What is asked for while the language server still starts is answered with nothing.
    await untilDone("completions", async (timeout) => {
      await editor.press("Control+Space");
      await offered.waitFor({ timeout });
    });
    await workbench.page.keyboard.press("Escape");
    await editor.press("ControlOrMeta+KeyZ");
    await editor.save();
  });

  it.each(REFUSED)("refuses %s with a message and a way to continue", async (title, refusal) => {
    await workbench.openFile("reference.vaultconn.json");
    await workbench.runCommand(`Vault Connections: ${title}`);
    expect(await notifications.waitFor(refusal)).toMatchObject({ message: refusal, severity: "warning" });
    expect(await notifications.buttons(refusal)).toEqual(["Manage Workspace Trust"]);
    await notifications.dismissAll();
  });

  it("refuses the shortcut of a push, too", async () => {
    await workbench.openFile("reference.vaultconn.json");
    await editor.placeCursorBefore("{");
    await editor.press("ControlOrMeta+Alt+Enter");
    await notifications.waitFor("To push, trust this workspace.");
    await notifications.dismissAll();
  });

  it("sends nothing, runs no provider, and shows no rows", async () => {
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(basename(RAN)))).toEqual([]);
    expect(service().requests.sockets).toBe(0);
    expect(await tree.rows()).toEqual([]);
  });

  it("ends when the workspace is trusted, and connections are shown", async () => {
    await tree.pressWelcome("Manage Workspace Trust");
    await workbench.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
    await tree.rowsOf("Acme", (rows) => rows.length > 1);
  });

  it("isn't why a file beside a setup file outside the workspace isn't read", async () => {
    const outside = join(dirname(session.workspace), "outside.vaultconn.json");
    await writeFile(join(dirname(outside), "key.txt"), "not-a-real-key");
    await writeFile(outside, service.file(0, { setup: { type: "BEARER", token: "${file:key.txt}" } }));
    await workbench.runCommand("File: Open File...");
    await quickInput.enterPath(outside);
    await dialog.press("Open");
    await editor.waitForTab("outside.vaultconn.json");
    await workbench.runCommand("Vault Connections: Push");
    const why = "The file key.txt wasn't read. The setup file must be in a workspace folder on this computer.";
    await expect.poll(() => notifications.all()).toMatchObject([{ message: `${why} Nothing was sent.` }]);
    expect(await notifications.buttons(why)).toEqual(["Show in File"]);
    await workbench.showProblems();
    // A push has no code.
    await expect.poll(() => workbench.problems()).toMatchObject([{ code: "", message: why }]);
    expect(service.patches()).toEqual([]);
  });
});
