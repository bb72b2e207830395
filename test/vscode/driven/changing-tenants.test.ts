import { describe, expect, it } from "vitest";

import { TIMEOUT_MS } from "../drive/until.js";
import { Workbench } from "../drive/workbench.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useTenants } from "./use-tenants.js";
import { useVsCode } from "./use-vscode.js";

const FILE = "payroll.vaultconn.json";

const WRITTEN = canary("canary-payroll-71c0");

/** Beside them, the view shows every tenant in a row, signed in or not. */
const OTHERS = ["First", "Second"].map((name) => ({ name, baseUrl: `https://${name.toLowerCase()}.invalid/api/v2` }));

const host = ({ origin }: { readonly origin: string }): string => new URL(origin).host;

/** Makes VS Code's secret storage fail in this page, for every extension and every call, as on a machine without a keyring. */
const NO_KEYRING = `(() => {
  const getItem = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key) {
    if (key === "secrets.provider") throw new Error("There is no keyring.");
    return getItem.call(this, key);
  };
})()`;

/** One story: sign-ins and settings are as the test before has left them. */
describe("tenants that change while something is in progress", () => {
  const globex = useService("Globex", { connections: 3 });
  const initech = useService("Initech", { connections: 3 });
  const tenant = (rest: object = {}) => ({ name: "Globex", baseUrl: globex().baseUrl, ...rest });
  const session = useVsCode(() => ({
    settings: { "vaultconn.tenants": [tenant(), ...OTHERS], "workbench.editor.useModal": "off" },
    workspace: {
      [FILE]: globex.file(0, { name: "Payroll", setup: { type: "BEARER", token: WRITTEN } }),
    },
  }));
  const { tree, clickToAsk, signIn, editSettings, rowsOf, answer, choose } = useTenants(session);

  const updates = (): number[] => [globex(), initech()].map(({ requests }) => requests.all({ method: "PATCH" }).length);

  /** Changes the tenants in the settings, as a person does in the editor, and waits until the row of Globex shows it. */
  async function change(
    tenants: readonly object[],
    shown: (description: string | undefined) => boolean,
  ): Promise<void> {
    await editSettings({ "vaultconn.tenants": [...tenants, ...OTHERS] });
    await rowsOf("Globex", ([row]) => shown(row?.description));
  }

  async function signInToGlobex(): Promise<void> {
    await clickToAsk("Globex");
    await signIn(globex().accessToken);
    await rowsOf("Globex", (rows) => rows.length === 4);
  }

  /** Pushes up to the review. */
  async function review(): Promise<void> {
    const { workbench } = session();
    await workbench.push(FILE);
    await workbench.dialog.read();
  }

  it("signs in to the tenant the file is for", async () => {
    const { workbench } = session();
    await workbench.openViewContainer("Vault Connections");
    await signInToGlobex();
    expect(globex().requests.all({ operation: "list" })).toHaveLength(1);
  });

  // What else may change in the meantime is compared in `test/http/push/at-once.test.ts`.
  it("sends nothing anywhere when a tenant is moved while its push is reviewed, and says so", async () => {
    const { workbench } = session();
    await review();
    // While the comparison is open, a person can do anything else in the window.
    await workbench.dialog.press("Show Changes");
    await workbench.notifications.waitFor("Close the comparison to continue.");
    // One that opens later would come before the settings.
    await workbench.editor.waitForComparison({ service: '"id"', file: "Payroll" });
    await change(
      [tenant({ baseUrl: initech().baseUrl })],
      (description) => description?.includes("signed out") === true,
    );
    await workbench.runCommand("View: Close All Editors");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor(
      "The tenant Globex was changed or removed during the push. Nothing was sent.",
    );
    expect(updates()).toEqual([0, 0]);
    // Nothing that was given for the one address was taken to the other.
    expect(initech().requests.sockets).toBe(0);
    await change([tenant()], (description) => description === host(globex()));
  });

  it("pushes once the tenant is what it was", async () => {
    const { workbench } = session();
    await rowsOf("Globex", (rows) => rows.length === 4);
    await review();
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Payroll is ready.");
    expect(updates()).toEqual([1, 0]);
  });

  it("says that a tenant is gone from which a connection was being read to be compared", async () => {
    const { workbench } = session();
    await workbench.notifications.dismissAll();
    await workbench.openFile(FILE);
    globex().faults.add({ kind: "hold", name: "compared" }, { operation: "list" });
    await workbench.runCommand("Vault Connections: Compare with Service");
    await globex().faults.held("compared");
    await change([], (description) => description === undefined);
    await workbench.notifications.waitFor(
      /^The tenant Globex was changed or removed while \S+ was being read\. Compare again\./,
    );
    globex().faults.clear();
    await change([tenant()], (description) => description === host(globex()));
    await rowsOf("Globex", (rows) => rows.length === 4);
  });

  it("shows what another window has added, removed and signed in to", async () => {
    const { workbench, server } = session();
    await workbench.notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Add Tenant…");
    await answer("The tenant's address", initech().origin);
    await answer("The name in the sidebar", "Initech");
    await choose("Select what applies to the tenant");
    await signIn(initech().accessToken);
    await rowsOf("Initech", (rows) => rows.length === 4);

    const page = await workbench.page.context().newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const second = new Workbench(page, server.address);
    const there = useTenants(() => ({ ...session(), workbench: second }));
    await second.open();
    await second.openViewContainer("Vault Connections");
    await there.rowsOf("Initech", (rows) => rows.length === 4);
    await there.rowsOf("Globex", (rows) => rows.length === 4);

    // VS Code's edition for browsers tells a window of no other's settings before it is loaded again, as the next test does.
    await there.tree().chooseFromMenu("Initech", "Remove Tenant…");
    await second.dialog.press("Remove");
    await there.rowsOf("Initech", (rows) => rows.length === 0);
    await page.close();
  });

  it("keeps a credential for the window alone where there is no secret storage, and says so", async () => {
    const { workbench } = session();
    const { notifications } = workbench;
    await workbench.page.addInitScript(NO_KEYRING);
    await workbench.reload();
    await workbench.openViewContainer("Vault Connections");
    await rowsOf("Globex", ([row]) => row?.description.includes("signed out") === true);
    await rowsOf("Initech", (rows) => rows.length === 0);
    await signInToGlobex();
    await notifications.waitFor(
      "This computer has no secret storage, so your credentials for Globex are kept only until this window closes.",
    );
    await review();
    await workbench.dialog.press("Push");
    await notifications.waitFor("Pushed. Payroll is ready.");
    expect(updates()).toEqual([2, 0]);

    await notifications.dismissAll();
    await workbench.runCommand("Vault Connections: Store Secret…");
    await answer("The name in setup files", "payroll.token");
    await answer("The value.", canary("canary-not-kept-88e1"));
    await notifications.waitFor(
      "This computer's secret storage can't be written, so nothing was stored, and the file is unchanged.",
    );

    await tree().chooseFromMenu("Globex", "Sign Out");
    await rowsOf("Globex", ([row, ...rows]) => rows.length === 0 && row?.description.includes("signed out") === true);
    await notifications.waitFor(
      "This computer's secret storage can't be changed. This window no longer uses your credentials for Globex",
    );
  });

  it("pushes with the client credentials that the push asked for, though the tenant's settings change with them", async () => {
    const { workbench } = session();
    await workbench.push(FILE);
    await choose("Choose how to sign in", "Client credentials");
    await answer("The client ID", globex().clientId);
    await answer("The client secret", globex().clientSecret);
    await answer("The address to request tokens from", "");
    await answer("The audience of the tokens", "");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Payroll is ready.");
    expect(updates()).toEqual([3, 0]);
  });
});
