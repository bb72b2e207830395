import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { describe, expect, it } from "vitest";

import { until, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const SECRET = canary("canary-restricted-1b7e");
/** Where the program of the provider that the user has defined leaves a mark. */
const RAN = join(tmpdir(), `restricted-${process.pid}`);
const FAULTY = `{
  "name": "Salesforce EU",
  "setup": {
    "type": "API_KEY",
    "api_ky": "${SECRET}"
  }
}
`;

/** The commands that reach a tenant or the secret storage, as far as the palette has them. */
const REFUSED = [
  ["Push", "To push, trust this workspace."],
  ["Push Changed Files…", "To push, trust this workspace."],
  ["Compare with Service", "To compare with the service, trust this workspace."],
  ["Create Setup File…", "To create a setup file for a connection, trust this workspace."],
  ["Find Connection…", "To find a connection, trust this workspace."],
  ["Add Tenant…", "To add a tenant, trust this workspace."],
  ["Sign In…", "To sign in, trust this workspace."],
  ["Load All", "To load connections, trust this workspace."],
  ["Store Secret…", "To store a secret, trust this workspace."],
  ["Add Secret Provider…", "To add a secret provider, trust this workspace."],
  ["Compare Values", "To compare values, trust this workspace."],
] as const;

/** Nothing that a test does here changes what the next one sees, but the last looks back at all of them. */
describe("Restricted Mode", () => {
  const service = useService("Acme");
  const session = useVsCode(() => ({
    workspaceTrust: "on",
    settings: {
      "workbench.editor.useModal": "off",
      "vaultconn.secretProviders": { mark: { command: ["touch", `${RAN}\${path}`] } },
      "vaultconn.tenants": [{ name: "Second", baseUrl: service().baseUrl.replace("127.0.0.1", "localhost") }],
    },
    environment: { ...service.environment(), RESTRICTED_KEY: SECRET },
    workspace: {
      "faulty.vaultconn.json": FAULTY,
      "reference.vaultconn.json":
        '{ "name": "Billing", "setup": { "type": "BEARER", "token": "${env:RESTRICTED_KEY}${mark:.ran}" } }\n',
    },
  }));

  it("says what does not work and how to change that", async () => {
    const { workbench } = session();
    await until("Restricted Mode", () => workbench.isRestricted());
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Connections");
    const welcome = await tree.waitForWelcome("Restricted Mode");
    expect(welcome).toContain(
      "In Restricted Mode, you can edit setup files with checks and completions, but tenants aren't contacted.",
    );
    expect(await tree.rows()).toEqual([]);
    await untilValue(
      "no buttons",
      () => tree.titleActions(),
      (actions) => actions.length === 0,
    );
    await tree.pressWelcome("Manage Workspace Trust");
    await workbench.page.getByText("In a Trusted Folder").waitFor();
    await workbench.runCommand("View: Close Editor");
  });

  it("checks a file, completes it, and lets a fault go when it is corrected", async () => {
    const { workbench } = session();
    await workbench.openFile("faulty.vaultconn.json");
    await untilValue(
      "the diagnostic",
      () => workbench.editor.squiggles(),
      ({ error }) => error >= 1,
    );
    await workbench.editor.select("api_ky");
    await workbench.editor.type("api_key");
    await workbench.editor.waitForMarks({ error: 0 });
    await workbench.editor.placeCursorBefore('"api_key"');
    await workbench.editor.type('"');
    expect(await workbench.assistance.completions()).toContain("base_url");
    await workbench.page.keyboard.press("Escape");
    await workbench.editor.press("ControlOrMeta+KeyZ");
    await workbench.editor.save();
  });

  it.each(REFUSED)("refuses %s with a sentence and a way on", async (title, refusal) => {
    const { workbench } = session();
    await workbench.openFile("reference.vaultconn.json");
    await workbench.runCommand(`Vault Connections: ${title}`);
    expect(await workbench.notifications.waitFor(refusal)).toMatchObject({ message: refusal, severity: "warning" });
    expect(await workbench.notifications.buttons(refusal)).toEqual(["Manage Workspace Trust"]);
    await workbench.notifications.dismissAll();
  });

  it("has sent nothing, run no provider, and shows no row by now", async () => {
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(basename(RAN)))).toEqual([]);
    expect(service().requests.sockets).toBe(0);
    expect(await session().workbench.tree("Connections").rows()).toEqual([]);
  });
});
