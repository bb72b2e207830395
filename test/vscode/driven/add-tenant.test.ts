import { readFile } from "node:fs/promises";

import { describe, expect, inject, it } from "vitest";

import { type Service } from "../../service/service.js";
import { until, untilValue } from "../drive/until.js";
import { canary, editSettings, ui, useService, useVsCode } from "./window.js";

/** Nothing listens here, and VS Code never spares this address from a proxy, as it does 127.0.0.1. */
const NOBODY = "127.0.0.2:9";
/** A password that is typed into an address by mistake. */
const TYPED_SECRET = canary("canary-typed-9c1e");

/** Settings of a repository that would lead requests, and with them tokens, to a host of its choice. */
function hostileSettings({ baseUrl, origin }: Service): string {
  const tenants = [{ name: "Planted", baseUrl, authUrl: origin, clientId: "planted" }];
  return JSON.stringify({
    "vaultconn.tenants": tenants,
    vaultconn: { tenants, "push.confirm": false },
    "http.proxy": origin,
    "http.proxySupport": "override",
    "http.noProxy": [],
    http: { proxy: origin, proxySupport: "override" },
  });
}

/** One story: tenants are added, changed, signed out and removed one after the other. */
describe("Add Tenant, Sign In, and Remove Tenant", () => {
  const acme = useService("Acme", { connections: 3 });
  const globex = useService("Globex", { connections: 5 });
  const elsewhere = useService("Elsewhere");
  useVsCode(() => ({
    workspace: { ".vscode/settings.json": hostileSettings(elsewhere()) },
    // The settings are edited below, and VS Code's own history would keep the token that is put into them.
    settings: { "workbench.localHistory.exclude": { "**/settings.json": true }, "workbench.editor.useModal": "off" },
  }));

  /** The row that says why a tenant's connections couldn't be loaded. */
  const failureOf = (tenant: string, sentence: RegExp) =>
    until(`the row that says ${String(sentence)}`, async () =>
      (await ui.tree.section(tenant)).find(
        ({ icon, spoken }) =>
          icon === "error" && sentence.test(/^Loading failed: (.+) Press Enter to /.exec(spoken)?.[1] ?? ""),
      ),
    );

  it("ignores tenants in the settings of a repository", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.waitForWelcome("No tenant yet. Add one to see its connections here.");
    expect(await ui.tree.rows()).toEqual([]);
  });

  it("says what's wrong with an address, and keeps what was typed", async () => {
    await ui.workbench.runCommand("Vault Connections: Add Tenant…");
    await ui.quickInput.waitForStep("The tenant's address");
    const typed = `https://mia:${TYPED_SECRET}@acme.example.com`;
    await ui.quickInput.submit(typed);
    await ui.quickInput.waitForStep("Leave out the user name and password.");
    expect(await ui.quickInput.value()).toBe(typed);
  });

  it("goes back without losing input, and signs in with an access token", async () => {
    await ui.quickInput.type(`<${acme().baseUrl}/flows/vault/connections>`);
    await ui.quickInput.waitForStep(`The address is ${acme().baseUrl}.`);
    await ui.quickInput.accept();
    await ui.quickInput.choose("Choose how to sign in", "Access token");
    await ui.quickInput.waitForStep("An access token with");
    expect(await ui.quickInput.isMasked()).toBe(true);
    await ui.quickInput.submit("not a token");
    // Older editions have no room for it.
    for (const isMasked of inject("edition") === "current" ? [false, true] : []) {
      await ui.quickInput.pressInside("Show What You Typed");
      await expect.poll(() => ui.quickInput.isMasked()).toBe(isMasked);
    }
    await ui.quickInput.waitForStep("Paste the whole access token, without quotes.");
    await ui.quickInput.submit(canary(`${acme().accessToken.slice(0, -9)}revoked-x`));
    await ui.quickInput.waitForStep("has expired or is invalid");
    await ui.quickInput.type(`Authorization: Bearer ${acme().accessToken}`);
    await ui.quickInput.waitForStep("Only the access token in this text is used.");

    for (const step of ["Choose how to sign in", "The tenant's address"]) {
      await ui.quickInput.pressButton("Back");
      await ui.quickInput.waitForStep(step);
    }
    expect(await ui.quickInput.value()).toBe(acme().baseUrl);
    await ui.quickInput.accept();
    await ui.quickInput.choose("Choose how to sign in", "Access token");
    await ui.quickInput.waitForStep("An access token with");
    expect(await ui.quickInput.value()).toBe(`Authorization: Bearer ${acme().accessToken}`);
    expect(await ui.quickInput.title()).toContain("3/3");
    await ui.quickInput.pressButton("Advanced Settings");
    await ui.quickInput.waitForStep("The name in the sidebar");
    expect(await ui.quickInput.value()).toBe(acme.host());
    await ui.quickInput.submit("Acme");
    await ui.quickInput.waitForStep("Select what applies to the tenant");
    await ui.quickInput.toggle("Production");
    await ui.quickInput.accept();
    await ui.quickInput.choose("The address of a connection's page");
    await ui.quickInput.choose("An access token with");

    const [tenant, ...connections] = await ui.tree.rowsOf(
      "Acme",
      (rows) => rows.length === 4 && rows[0]?.description === `production · ${acme.host()}`,
    );
    expect(tenant?.icon).toBe("shield");
    const names = ["Billing webhook", "Salesforce EU production", "Slack release notes"];
    expect(connections.map(({ label }) => label)).toEqual(names);
    const credentials = acme()
      .requests.all()
      .map(({ headers }) => headers.authorization);
    expect(credentials.at(-1)).toBe(`Bearer ${acme().accessToken}`);
    expect(await ui.tree.selected()).toBe("Acme");
  });

  it("stays signed in when the window is reloaded", async () => {
    const before = acme().requests.all().length;
    await ui.workbench.reload();
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.tree.rowsOf("Acme", (rows) => rows.length === 4);
    expect(acme().requests.all().length).toBeGreaterThan(before);
  });

  it("signs in to a second tenant with client credentials", async () => {
    await ui.workbench.runCommand("Vault Connections: Add Tenant…");
    await ui.quickInput.answer("The tenant's address", acme().baseUrl);
    await ui.quickInput.answer("Acme already has this address.", globex().baseUrl);
    await ui.quickInput.choose("Choose how to sign in", "Client credentials");
    await ui.quickInput.answer("The client ID", globex().clientId);
    await ui.quickInput.waitForStep("The client secret");
    expect(await ui.quickInput.isMasked()).toBe(true);
    expect(await ui.quickInput.title()).toContain("4/4");
    await ui.quickInput.submit(canary("canary-wrong-secret-5d2b"));
    await ui.quickInput.waitForStep("rejected the client ID or the client secret");
    expect(await readFile(ui.session.server.home.settings, "utf8")).not.toContain(globex().origin);
    await ui.quickInput.pressButton("Advanced Settings");
    await ui.quickInput.answer("The name in the sidebar", "Globex");
    await ui.quickInput.choose("Select what applies to the tenant");
    await ui.quickInput.choose("The address of a connection's page");
    await ui.quickInput.choose("The address to request tokens from");
    await ui.quickInput.choose("The audience of the tokens");
    const { clientId, clientSecret, origin } = globex();
    await ui.quickInput.answer("The client secret", `curl -u '${clientId}:${clientSecret}' ${origin}/oauth/token/`);
    await ui.tree.waitForRows((rows) => rows.some(({ label, expanded }) => label === "Globex" && expanded === true));
    await expect.poll(() => ui.tree.selected()).toBe("Globex");
  });

  it("says at once that a token can't update connections, and marks the tenant", async () => {
    await ui.tree.chooseFromMenu("Globex", "Sign In…");
    await ui.workbench.signIn(canary(await globex().token({ scopes: ["read:flows_vault_connections"] })));
    await ui.notifications.waitFor("You can browse Globex, but not push to it");
    await ui.tree.waitForDescription("Globex", /^can't push · /);
    await ui.notifications.dismissAll();
  });

  it("says why connections couldn't be loaded, and what helps", async () => {
    acme().revokeTokens();
    await ui.tree.inlineAction("Acme", "Refresh");
    const { label } = await failureOf("Acme", /^Your access token for Acme has expired or is invalid/);
    expect(label).toBe("Sign In");
    // What was loaded before stays, and is said to be old.
    await ui.tree.rowsOf(
      "Acme",
      ([tenant, ...rows]) =>
        / · last updated .+ · production$/.test(tenant?.description ?? "") &&
        rows.some((row) => row.label === "Billing webhook"),
    );
    await ui.workbench.clickToAsk("Sign In");
    await ui.workbench.signIn(canary(await acme().token()));
    await ui.tree.rowsOf("Acme", (rows) => rows.length === 4);
  });

  it("signs out and in again", async () => {
    await ui.tree.chooseFromMenu("Acme", "Sign Out");
    await ui.tree.rowsOf("Acme", (rows) => rows.length === 1 && rows[0]?.description === "signed out · production");
    await ui.workbench.clickToAsk("Acme");
    await ui.quickInput.leave("Choose how to sign in");
    await ui.tree.inlineAction("Acme", "Sign In…");
    await ui.workbench.signIn(canary(await acme().token()));
    await ui.tree.rowsOf("Acme", (rows) => rows.length === 4);
  });

  it("uses a credential for its address only, and no proxy from a repository", async () => {
    await ui.tree.chooseFromMenu("Acme", "Edit Tenant…");
    await ui.quickInput.answer("The tenant's address", `http://${NOBODY}`);
    await ui.quickInput.answer("The name in the sidebar", "Acme moved");
    await ui.quickInput.choose("Select what applies to the tenant");
    await ui.quickInput.choose("The address of a connection's page");
    await ui.notifications.waitFor(`The address of Acme moved is now ${NOBODY}. Sign in again to see its connections.`);
    await ui.tree.rowsOf("Acme moved", ([tenant]) => tenant?.description === "signed out · production");
    await ui.notifications.dismissAll();

    await ui.tree.inlineAction("Acme moved", "Sign In…");
    await ui.quickInput.choose("Choose how to sign in", "Access token");
    await ui.quickInput.answer("An access token with", canary(await acme().token()));
    await ui.quickInput.choose(`Can't reach ${NOBODY}: `);
    await failureOf("Acme moved", new RegExp(`^Can't reach ${NOBODY}: `));
    expect(elsewhere().requests.sockets).toBe(0);
  });

  /** The entry of the tenant that is removed. */
  let removed: object | undefined;

  it("removes a tenant with its secret, after asking", async () => {
    const settings = JSON.parse(await readFile(ui.session.server.home.settings, "utf8")) as {
      readonly "vaultconn.tenants": readonly { readonly name: string }[];
    };
    removed = settings["vaultconn.tenants"].find(({ name }) => name === "Globex");
    expect(removed).toMatchObject({ name: "Globex" });
    await ui.tree.chooseFromMenu("Globex", "Remove Tenant…");
    expect((await ui.dialog.read()).message).toBe("Remove the tenant Globex?");
    await ui.dialog.cancel();
    await ui.tree.rowsOf("Globex", (rows) => rows.length === 6);
    await ui.tree.chooseFromMenu("Globex", "Remove Tenant…");
    await ui.dialog.press("Remove");
    await ui.tree.rowsOf("Globex", (rows) => rows.length === 0);
  });

  it("refuses a token in the settings, and forgets those of removed tenants", async () => {
    const requests = globex().requests.all().length;
    const accessToken = canary("canary.settings-token.77aa");
    // Only for the very same tenant would its credential be used.
    await editSettings({ "vaultconn.tenants": [{ ...removed, accessToken }] });
    await ui.notifications.waitFor("The setting vaultconn.tenants has a credential. It isn't used");
    await ui.tree.waitForMessage(/^You're signed out of Globex\./);
    expect(globex().requests.all()).toHaveLength(requests);
    await ui.notifications.press("has a credential", "Remove from Settings and Sign In");
    await ui.quickInput.leave("Choose how to sign in");
    // A file that is just being written is empty.
    await untilValue(
      "the setting without the token",
      () => readFile(ui.session.server.home.settings, "utf8"),
      (text) => text.includes(globex().baseUrl) && !text.includes(accessToken),
    );
  });

  it("uses a proxy only if the user's own settings name it", async () => {
    expect(elsewhere().requests.sockets).toBe(0);
    await ui.notifications.dismissAll();
    await editSettings({
      "vaultconn.tenants": [{ name: "Acme moved", baseUrl: `http://${NOBODY}` }],
      "http.proxy": elsewhere().origin,
    });
    await until("a request at the proxy", () => elsewhere().requests.sockets > 0);
  });
});
