import { describe, expect, it } from "vitest";

import { openWindow } from "../drive/session.js";
import { canary, editSettings, ui, useService, useVsCode } from "./window.js";

const FILE = "payroll.vaultconn.json";

const WRITTEN = canary("canary-payroll-71c0");

/** Beside them, the view shows every tenant in a row, signed in or not. */
const OTHERS = ["First", "Second"].map((name) => ({ name, baseUrl: `https://${name.toLowerCase()}.invalid/api/v2` }));

/** Makes VS Code's secret storage fail in this page, for every extension and every call, as on a machine without a keyring. */
const NO_KEYRING = `(() => {
  const getItem = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key) {
    if (key === "secrets.provider") throw new Error("There is no keyring.");
    return getItem.call(this, key);
  };
})()`;

/** One story: sign-ins and settings are as the test before has left them. */
describe("tenants that change during an action", () => {
  const globex = useService("Globex", { connections: 3 });
  const initech = useService("Initech", { connections: 3 });
  const tenant = () => ({ name: "Globex", baseUrl: globex().baseUrl });
  useVsCode(() => ({
    settings: { "vaultconn.tenants": [tenant(), ...OTHERS], "workbench.editor.useModal": "off" },
    workspace: { [FILE]: globex.file(0, { name: "Payroll", setup: { type: "BEARER", token: WRITTEN } }) },
  }));

  const updates = (): number[] => [globex.patches().length, initech.patches().length];

  /** Changes the tenants in the settings, as a user does in the editor, and waits until the row of Globex shows it. */
  async function change(tenants: readonly object[], description: string | undefined): Promise<void> {
    await editSettings({ "vaultconn.tenants": [...tenants, ...OTHERS] });
    await ui.tree.rowsOf("Globex", ([row]) => row?.description === description);
  }

  async function signInToGlobex(): Promise<void> {
    await ui.workbench.clickToAsk("Globex");
    await ui.workbench.signIn(globex().accessToken);
    await ui.tree.rowsOf("Globex", (rows) => rows.length === 4);
  }

  /** Pushes up to the review. */
  async function review(): Promise<void> {
    await ui.workbench.push(FILE);
    await ui.dialog.read();
  }

  it("signs in to the file's tenant", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await signInToGlobex();
    expect(globex().requests.all({ operation: "list" })).toHaveLength(2);
  });

  it("opens pages of the dashboard from rows and records once the tenant has its address", async () => {
    const second = globex.nameOf(1);
    for (const row of ["Globex", second]) expect(await ui.tree.menuEntries(row)).not.toContain("Open in Browser");
    await ui.tree.chooseFromMenu("Globex", "Edit Tenant…");
    for (const step of ["The tenant's address", "The name in the sidebar", "Select what applies to the tenant"])
      await ui.quickInput.choose(step);
    await ui.quickInput.answer("The address of a connection's page", "https://dashboard.invalid/c/{id}?from=vs");

    /** The address that VS Code asks whether to open. */
    const asked = async (): Promise<string> => {
      const { detail } = await ui.dialog.read();
      await ui.dialog.cancel();
      return detail;
    };
    await expect.poll(() => ui.tree.menuEntries("Globex")).toContain("Open in Browser");
    await ui.tree.chooseFromMenu("Globex", "Open in Browser");
    expect(await asked()).toBe("https://dashboard.invalid/c");
    await ui.tree.chooseFromMenu(second, "Open in Browser");
    expect(await asked()).toBe(`https://dashboard.invalid/c/${globex.id(1)}?from=vs`);
    await ui.tree.chooseFromMenu(second, "Show Record");
    await ui.editor.titleAction("Open in Browser");
    expect(await asked()).toBe(`https://dashboard.invalid/c/${globex.id(1)}?from=vs`);
  });

  it("sends nothing if a tenant's address changes during the review", async () => {
    await review();
    // While the comparison is open, a user can do anything else in the window.
    await ui.dialog.press("Show Changes");
    await ui.notifications.waitFor("Close the comparison to continue.");
    // One that opens later would come before the settings.
    await ui.editor.waitForComparison({ service: '"id"', file: "Payroll" });
    await change([{ name: "Globex", baseUrl: initech().baseUrl }], "signed out");
    await ui.workbench.runCommand("View: Close All Editors");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("The tenant Globex was changed or removed during the push. Nothing was sent.");
    expect(updates()).toEqual([0, 0]);
    // Nothing that was given for the one address was taken to the other.
    expect(initech().requests.sockets).toBe(0);
    await change([tenant()], globex.host());
    await ui.tree.rowsOf("Globex", (rows) => rows.length === 4);
  });

  it("says that a tenant was removed during a comparison", async () => {
    await ui.notifications.dismissAll();
    await ui.workbench.openFile(FILE);
    globex().faults.add({ kind: "hold", name: "compared" }, { operation: "list" });
    await ui.workbench.runCommand("Vault Connections: Compare with Service");
    await globex().faults.held("compared");
    await change([], undefined);
    await ui.notifications.waitFor(
      `The tenant Globex was changed or removed while ${globex.nameOf(0)} was being read. Compare again.`,
    );
    globex().faults.clear();
    await change([tenant()], globex.host());
    await ui.tree.rowsOf("Globex", (rows) => rows.length === 4);
  });

  it("shows tenants that another window adds, removes, and signs in to", async () => {
    await ui.notifications.dismissAll();
    await ui.workbench.runCommand("Vault Connections: Add Tenant…");
    await ui.quickInput.answer("The tenant's address", initech().origin);
    await ui.quickInput.choose("Choose how to sign in", "Access token");
    await ui.quickInput.waitForStep("An access token with");
    await ui.quickInput.pressButton("Advanced Settings");
    await ui.quickInput.answer("The name in the sidebar", "Initech");
    await ui.quickInput.choose("Select what applies to the tenant");
    await ui.quickInput.choose("The address of a connection's page");
    await ui.quickInput.answer("An access token with", initech().accessToken);
    await ui.tree.rowsOf("Initech", (rows) => rows.length === 4);

    const second = await openWindow(ui.workbench.page.context(), ui.session.server);
    await second.openViewContainer("Vault Connections");
    await second.tree.rowsOf("Initech", (rows) => rows.length === 4);
    await second.tree.rowsOf("Globex", (rows) => rows.length === 4);

    // VS Code's edition for browsers tells a window of no other's settings before it is loaded again, as the next test does.
    await second.tree.chooseFromMenu("Initech", "Remove Tenant…");
    await second.dialog.press("Remove");
    await second.tree.rowsOf("Initech", (rows) => rows.length === 0);
    await second.page.close();
  });

  it("keeps a credential for the window if there's no secret storage", async () => {
    await ui.workbench.page.addInitScript(NO_KEYRING);
    await ui.workbench.reload();
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.rowsOf("Globex", ([row]) => row?.description.includes("signed out") === true);
    await ui.tree.rowsOf("Initech", (rows) => rows.length === 0);
    await signInToGlobex();
    await ui.notifications.waitFor(
      "This computer has no secret storage, so your credentials for Globex are kept only until this window closes.",
    );
    await review();
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Payroll” is ready.");
    expect(updates()).toEqual([1, 0]);

    await ui.notifications.dismissAll();
    await ui.workbench.storeSecret("payroll.token", canary("canary-not-kept-88e1"));
    await ui.notifications.waitFor(
      "This computer's secret storage can't be written, so nothing was stored, and the file is unchanged.",
    );

    await ui.tree.chooseFromMenu("Globex", "Sign Out");
    await ui.tree.rowsOf("Globex", (rows) => rows.length === 1 && rows[0]?.description.includes("signed out") === true);
    await ui.notifications.waitFor(
      "This computer's secret storage can't be changed. This window no longer uses your credentials for Globex",
    );
  });
});
