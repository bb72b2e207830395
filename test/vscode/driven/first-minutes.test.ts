import { describe, expect, it } from "vitest";

import { TIMEOUT_MS, until, untilDone, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useTenants } from "./use-tenants.js";
import { useVsCode } from "./use-vscode.js";

/** Three pages, so that a connection can be out of sight. */
const CONNECTIONS = 230;

/** One story, from an empty view to a walkthrough that is done. */
describe("the first minutes", () => {
  const acme = useService("Acme", { connections: CONNECTIONS, latestChange: Date.now() });
  const fresh = useService("Fresh", { connections: 0 });
  const session = useVsCode(() => ({
    workspace: {
      "last.vaultconn.json": JSON.stringify({ id: last().id, name: "Renamed" }),
      "drop.vaultconn.json": '{\n  "id": ,\n  "name": "x"\n}\n',
    },
    settings: { "workbench.editor.useModal": "off" },
  }));
  const { tree, beginSignIn, signIn, editSettings } = useTenants(session);

  /** The connection that the service lists last. */
  function last(): { readonly id: string; readonly name: string } {
    const { connections } = acme();
    const record = connections.get(connections.idAt(CONNECTIONS - 1));
    if (record === undefined) throw new Error("There is no last connection.");
    return record;
  }

  const welcome = (words: string): Promise<string> => tree().waitForWelcome(words);

  const buttons = (...expected: readonly string[]): Promise<unknown> =>
    untilValue(
      "the buttons of the view",
      () => tree().titleActions(),
      (actions) => JSON.stringify(actions) === JSON.stringify(expected),
    );

  const entries = (row: string, ...expected: readonly string[]): Promise<unknown> =>
    untilValue(
      `the menu of ${row}`,
      () => tree().menuEntries(row),
      (shown) => JSON.stringify(shown) === JSON.stringify(expected),
    );

  it("begin with the view in the activity bar, its commands in the palette, and a tenant to add", async () => {
    const { workbench } = session();
    await expect.poll(() => workbench.viewContainers(), { timeout: TIMEOUT_MS }).toContain("Vault Connections");
    await workbench.openViewContainer("Vault Connections");
    await welcome("No tenant yet.");
    await buttons("Add Tenant…");
    // What needs a tenant, a file or a row is listed once there is one.
    const commands = await untilValue(
      "the commands",
      () => workbench.commandsMatching("Vault Connections"),
      (listed) => listed.includes("Vault Connections: Add Tenant…"),
    );
    for (const title of ["Push", "Refresh", "Filter…", "Compare All with Service", "Copy ID"])
      expect(commands).not.toContain(`Vault Connections: ${title}`);
    await tree().pressWelcome("Add Tenant");
    await workbench.quickInput.waitForStep("The tenant's address");
    await workbench.quickInput.cancel();
  });

  it("have a walkthrough of five steps, of which only the file is there", async () => {
    const { workbench } = session();
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
    await workbench.runCommand("Vault Connections: Get Started");
    expect(
      await untilValue(
        "the steps",
        () => workbench.walkthrough.steps(),
        (steps) => steps["Create a setup file"] === true,
      ),
    ).toEqual({
      "Add your tenant": false,
      "Browse the connections": false,
      "Create a setup file": true,
      "Keep the secret out of the file": false,
      "Push the file": false,
    });
    await untilValue(
      "the picture",
      () => workbench.walkthrough.hasPicture(),
      (shown) => shown,
    );
  });

  it("try again where the tenant cannot be reached, and look again where it has nothing yet", async () => {
    await editSettings({ "vaultconn.tenants": [{ name: "Fresh", baseUrl: fresh().baseUrl }] });
    fresh().faults.add({ kind: "silence", how: "reset", when: "before" }, { operation: "list", times: "always" });
    await beginSignIn("Fresh");
    await signIn(fresh().accessToken);
    await welcome("Can't reach the tenant.");
    fresh().faults.clear();
    await tree().pressWelcome("Retry");
    await welcome("This tenant has no connections yet.");
    fresh().connections.insert({ name: "The first" });
    await tree().pressWelcome("Refresh");
    await tree().waitForRow("The first");
  });

  it("go on with signing in, which the walkthrough notices", async () => {
    const { workbench } = session();
    await editSettings({ "vaultconn.tenants": [{ name: "Acme", baseUrl: acme().baseUrl }] });
    await tree().waitForMessage(/^You're signed out of Acme\. To sign in, select it\.$/);
    await tree().waitForDescription("Acme", "signed out");
    await buttons("Add Tenant…");
    await beginSignIn("Acme");
    await signIn(acme().accessToken);
    await tree().waitForRow("Billing webhook");
    await untilValue(
      "the steps that are done",
      () => workbench.walkthrough.steps(),
      (steps) => steps["Add your tenant"] === true && steps["Browse the connections"] === true,
    );
    await buttons("Filter…", "Refresh", "Add Tenant…");
  });

  it("offer each row what can be done with it, and nothing else", async () => {
    const ofConnection = ["Create Setup File…", "Replace Setup…", "Rename…", "Show Record", "Copy ID", "Copy Name"];
    await entries("Billing webhook", ...ofConnection);
    await entries("Acme", "Sign In…", "Sign Out", "Refresh", "Load All", "Edit Tenant…", "Remove Tenant…");
  });

  it("show a connection's record, to be read only", async () => {
    const { workbench } = session();
    await tree().chooseFromMenu("Billing webhook", "Show Record");
    await workbench.editor.waitForTab("Billing-webhook.json");
    await workbench.editor.waitForText('"fingerprint"');
    // VS Code takes the message away when something else takes the focus.
    await untilDone("the refusal", async (patience) => {
      await workbench.editor.press("Delete");
      await untilValue(
        "it",
        () => workbench.editor.messageAtCursor(),
        (message) => message.includes("read-only"),
        patience,
      );
    });
    await workbench.runCommand("View: Close Editor");
  });

  it("load every page without an action, with nothing at the icon that needs one", async () => {
    const lastPage = Math.floor((CONNECTIONS - 1) / 100);
    await expect
      .poll(() => acme().requests.all({ operation: "list", page: lastPage }), { timeout: TIMEOUT_MS })
      .not.toHaveLength(0);
    expect(await session().workbench.viewContainers()).toContain("Vault Connections");
  });

  it("lead from a file to its connection's row, however far down", async () => {
    const { workbench } = session();
    await workbench.openFile("last.vaultconn.json");
    await workbench.runCommand("Vault Connections: Reveal in Sidebar");
    await untilValue(
      "the row",
      () => tree().selected(),
      (label) => label === last().name,
    );
  });

  it("rename the row that is selected with F2", async () => {
    const { workbench } = session();
    await untilDone("the question for the name", async (patience) => {
      if (!(await workbench.quickInput.isOpen())) await workbench.page.keyboard.press("F2");
      await until("it", () => workbench.quickInput.isOpen(), patience);
    });
    await workbench.quickInput.waitForStep(`Rename ${last().name}`);
    expect(await workbench.quickInput.value()).toBe(last().name);
    await workbench.quickInput.cancel();
  });

  it("take a row into a file as the id, in quotes where there are none", async () => {
    const { workbench } = session();
    await workbench.openFile("drop.vaultconn.json");
    // The line moves down when the code lens comes.
    await workbench.editor.waitForCodeLens(/./);
    await tree().drag(last().name, () => workbench.editor.placeBefore(","));
    const text = await workbench.editor.waitForText(last().id);
    expect(text).toContain(`"id": "${last().id}",`);
    await workbench.editor.save();
  });

  it("say when the filter hides everything, and show all again", async () => {
    const { workbench } = session();
    await workbench.runCommand("Vault Connections: Filter…");
    await workbench.quickInput.pick("By text…");
    await workbench.quickInput.waitForStep("Filter connections by text");
    await workbench.quickInput.submit("no such connection");
    await welcome("No connection matches the filter.");
    await tree().pressWelcome("Show All Connections");
    await tree().waitForRow("Billing webhook");
  });

  it("can be seen in high contrast", async () => {
    const { workbench } = session();
    await workbench.page.emulateMedia({ forcedColors: "active" });
    await workbench.page.locator(".monaco-workbench.hc-light").waitFor();
    await tree().waitForRows((rows) => rows.length > 10);
    await workbench.page.emulateMedia({ forcedColors: "none" });
    await workbench.page.locator(".monaco-workbench.vs:not(.hc-light)").waitFor();
  });

  it("come to a push and a stored secret, with which the walkthrough is done", async () => {
    const { workbench } = session();
    await workbench.openFile("last.vaultconn.json");
    await workbench.runCommand("Vault Connections: Push");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor(/^Pushed\. Renamed is (not )?ready\.$/);
    // In a setup file, the command would write the reference at the cursor.
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("Vault Connections: Store Secret…");
    await workbench.quickInput.waitForStep("The name in setup files");
    await workbench.quickInput.submit("FIRST_SECRET");
    await workbench.quickInput.waitForStep("The value.");
    await workbench.quickInput.submit(canary("canary-first-51b0"));
    await workbench.quickInput.waitUntilClosed();
    await workbench.runCommand("Vault Connections: Get Started");
    await untilValue(
      "all steps done",
      () => workbench.walkthrough.steps(),
      (steps) => Object.keys(steps).length === 5 && Object.values(steps).every(Boolean),
    );
    // Until its picture is there, the page takes the focus away from whatever is opened.
    await untilValue(
      "the picture",
      () => workbench.walkthrough.hasPicture(),
      (shown) => shown,
    );
  });
});
