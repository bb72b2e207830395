import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import {
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

const OUTSIDE = "outside.vaultconn.json";

/** One story: the last tests are in a workspace that the second has trusted. */
describe("a window with one tenant that's signed out", () => {
  const service = useService("Acme", { connections: 3 });
  useVsCode(() => ({
    workspaceTrust: "on",
    settings: {
      "workbench.editor.useModal": "off",
      "vaultconn.tenants": [{ name: "Acme", baseUrl: service().baseUrl }],
    },
    workspace: {},
  }));

  it("asks for trust in Restricted Mode, and not to select a row that isn't there", async () => {
    await workbench.waitForStatus("Restricted Mode");
    await workbench.openViewContainer("Vault Connections");
    await tree.waitForWelcome("To see connections, trust this workspace.");
    await tree.waitForMessage(/^$/);
    expect(await tree.rows()).toEqual([]);
  });

  it("asks to select the tenant once the workspace is trusted", async () => {
    await tree.pressWelcome("Manage Workspace Trust");
    await workbench.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
    await tree.waitForMessage(/^You're signed out of Acme\. To sign in, select it\.$/);
    await workbench.clickToAsk("Acme");
    await workbench.signIn(service().accessToken);
    await tree.rowsOf("Acme", (rows) => rows.length === 4);
  });

  it("says once why a file beside a setup file outside the workspace isn't read", async () => {
    const folder = dirname(session.workspace);
    await writeFile(join(folder, "key.txt"), "not-a-real-key");
    const setup = { type: "BEARER", token: "${file:key.txt}" };
    await writeFile(join(folder, OUTSIDE), service.file(0, { setup }));
    await workbench.runCommand("File: Open File...");
    await quickInput.enterPath(join(folder, OUTSIDE));
    await dialog.press("Open");
    await editor.waitForTab(OUTSIDE);
    await workbench.runCommand("Vault Connections: Push");
    const why = "The file key.txt wasn't read. The setup file must be in a workspace folder on this computer.";
    await notifications.waitForOnly(`${why} Nothing was sent.`);
    expect(await notifications.buttons(why)).toEqual(["Show in File"]);
    // A push has no code.
    const [problem] = await (await workbench.showProblems()).waitForCodes("");
    expect(problem?.message).toBe(why);
    expect(service.patches()).toEqual([]);
  });
});
