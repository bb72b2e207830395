import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { type Fault } from "../../service/faults/fault.js";
import { until, untilValue } from "../drive/until.js";
import { hostileSettings } from "./hostile-settings.js";
import { trySample } from "./try-sample.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { settingsFileOf, useTenants } from "./use-tenants.js";
import { useVsCode } from "./use-vscode.js";

/** Nothing listens here, and VS Code never spares this address from a proxy, as it does 127.0.0.1. */
const NOBODY = "127.0.0.2:9";
/** A password that is typed into an address by mistake. */
const TYPED_SECRET = canary("canary-typed-9c1e");

/** One story: someone without a service tries the sample; then tenants are added, changed, signed out and removed one after the other. */
describe("tenants", () => {
  const acme = useService("Acme", { connections: 3 });
  const globex = useService("Globex", { connections: 5 });
  const elsewhere = useService("Elsewhere");
  const session = useVsCode(() => ({
    workspace: { ".vscode/settings.json": hostileSettings(elsewhere().baseUrl, elsewhere().origin) },
    // The settings are edited below, and VS Code's own history would keep the token that is put into them.
    settings: { "workbench.localHistory.exclude": { "**/settings.json": true }, "workbench.editor.useModal": "off" },
  }));

  const { tree, answer, choose, clickToAsk, signIn, editSettings, rowsOf, failureOf } = useTenants(session);
  trySample(session);

  it("takes no tenant from the settings of a repository", async () => {
    const { workbench } = session();
    await workbench.openViewContainer("Vault Connections");
    await tree().waitForWelcome("No tenant yet. Add one to see its connections here.");
    expect(await tree().rows()).toEqual([]);
  });

  it("says what is wrong with an address, and keeps what was typed", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    await workbench.runCommand("Vault Connections: Add Tenant…");
    await quickInput.waitForStep("The tenant's address");
    for (const [typed, sentence] of [
      ["acme example.com", "Remove spaces, backslashes, and invisible characters from the address."],
      [`https://mia:${TYPED_SECRET}@acme.example.com`, "Leave out the user name and password."],
    ] as const) {
      await quickInput.submit(typed);
      await quickInput.waitForStep(sentence);
      expect(await quickInput.value()).toBe(typed);
    }
  });

  it("has a way back that loses nothing, and signs in with an access token", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    await quickInput.submit(acme().origin);
    await quickInput.waitForStep("The name in the sidebar");
    expect(await quickInput.value()).toBe(new URL(acme().origin).host);
    await quickInput.submit("Acme");
    await quickInput.waitForStep("Select what applies to the tenant");
    await quickInput.toggle("Production");
    await quickInput.accept();
    await choose("Choose how to sign in", "Access token");
    await quickInput.waitForStep("An access token with");
    expect(await quickInput.isMasked()).toBe(true);
    await quickInput.submit("not a token");
    await quickInput.waitForStep("Paste the whole access token, without quotes.");
    await quickInput.type(acme().accessToken);

    for (const step of [
      "Choose how to sign in",
      "Select what applies to the tenant",
      "The name in the sidebar",
      "The tenant's address",
    ]) {
      await quickInput.pressButton("Back");
      await quickInput.waitForStep(step);
    }
    expect(await quickInput.value()).toBe(acme().origin);
    await quickInput.accept();
    await quickInput.waitForStep("The name in the sidebar");
    expect(await quickInput.value()).toBe("Acme");
    await quickInput.accept();
    await choose("Select what applies to the tenant");
    await choose("Choose how to sign in", "Access token");
    await quickInput.waitForStep("An access token with");
    expect(await quickInput.value()).toBe(acme().accessToken);
    await quickInput.accept();

    const [tenant, ...connections] = await rowsOf(
      "Acme",
      (rows) => rows.length === 4 && rows[0]?.description === `production · ${new URL(acme().origin).host}`,
    );
    expect(tenant?.icon).toBe("shield");
    expect(connections.map(({ label }) => label)).toEqual([
      "Billing webhook",
      "Salesforce EU production",
      "Slack release notes",
    ]);
    expect(
      acme()
        .requests.all()
        .every(({ headers }) => headers.authorization === `Bearer ${acme().accessToken}`),
    ).toBe(true);
  });

  it("stays signed in when the window is loaded again", async () => {
    const before = acme().requests.all().length;
    await session().workbench.reload();
    await session().workbench.openViewContainer("Vault Connections");
    await rowsOf("Acme", (rows) => rows.length === 4);
    expect(acme().requests.all().length).toBeGreaterThan(before);
  });

  it("signs in to a second tenant with client credentials", async () => {
    const { workbench } = session();
    await workbench.runCommand("Vault Connections: Add Tenant…");
    await workbench.quickInput.waitForStep("The tenant's address");
    await workbench.quickInput.submit(acme().baseUrl);
    await workbench.quickInput.waitForStep("Acme already has this address.");
    await workbench.quickInput.submit(globex().baseUrl);
    await answer("The name in the sidebar", "Globex");
    await choose("Select what applies to the tenant");
    await choose("Choose how to sign in", "Client credentials");
    await answer("The client ID", globex().clientId);
    await workbench.quickInput.waitForStep("The client secret");
    expect(await workbench.quickInput.isMasked()).toBe(true);
    await workbench.quickInput.submit(canary("canary-wrong-secret-5d2b"));
    await answer("The address to request tokens from", "");
    await answer("The audience of the tokens", "");
    const failure = await failureOf("Globex", /^Globex rejected the client ID or the client secret/);
    expect(failure.label).toBe("Sign In");

    await clickToAsk("Sign In");
    await choose("Choose how to sign in", "Client credentials");
    await workbench.quickInput.waitForStep("The client ID");
    expect(await workbench.quickInput.value()).toBe(globex().clientId);
    await workbench.quickInput.accept();
    await answer("The client secret", globex().clientSecret);
    await answer("The address to request tokens from", "");
    await answer("The audience of the tokens", "");
    await rowsOf("Globex", (rows) => rows.length === 6);
  });

  it("says why connections could not be loaded, and what helps", async () => {
    const refused: readonly (readonly [Fault, string, string, RegExp])[] = [
      [
        { kind: "reply", status: 200, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" },
        "Retry",
        "unexpected response",
        /^The response from Acme isn't JSON\. Check whether a proxy or a sign-in page intercepts requests\.$/,
      ],
      [
        { kind: "reply", status: 403, body: "{}" },
        "Sign In Differently",
        "not allowed",
        /^This token can't list connections\. It probably needs the scope read:flows_vault_connections\.$/,
      ],
    ];
    for (const [fault, label, description, sentence] of refused) {
      acme().faults.add(fault, { operation: "list" });
      await tree().inlineAction("Acme", "Refresh");
      expect(await failureOf("Acme", sentence)).toMatchObject({ label, description });
      const ofTenant = new RegExp(`^${description} · last updated .+ · production$`);
      await rowsOf(
        "Acme",
        ([tenant, ...rows]) =>
          ofTenant.test(tenant?.description ?? "") && rows.some(({ label: shown }) => shown === "Billing webhook"),
      );
    }
    await tree().inlineAction("Sign In Differently", "Refresh");
    await rowsOf("Acme", (rows) => rows.length === 4);

    acme().revokeTokens();
    await tree().inlineAction("Acme", "Refresh");
    const { label } = await failureOf("Acme", /^Your access token for Acme has expired or is invalid/);
    expect(label).toBe("Sign In");
    await clickToAsk("Sign In");
    await signIn(canary(await acme().token()));
    await rowsOf("Acme", (rows) => rows.length === 4);
  });

  it("signs out and in again", async () => {
    await tree().chooseFromMenu("Acme", "Sign Out");
    await rowsOf("Acme", (rows) => rows.length === 1 && rows[0]?.description === "signed out · production");
    await clickToAsk("Acme");
    await session().workbench.quickInput.waitForStep("Choose how to sign in");
    await session().workbench.quickInput.cancel();
    await tree().inlineAction("Acme", "Sign In…");
    await signIn(canary(await acme().token()));
    await rowsOf("Acme", (rows) => rows.length === 4);
  });

  it("takes a credential along to no other address, and no proxy from a repository", async () => {
    const { workbench } = session();
    await tree().chooseFromMenu("Acme", "Edit Tenant…");
    await answer("The tenant's address", `http://${NOBODY}`);
    await answer("The name in the sidebar", "Acme moved");
    await choose("Select what applies to the tenant");
    await workbench.notifications.waitFor(
      `The address of Acme moved is now ${NOBODY}. Sign in again to see its connections.`,
    );
    await rowsOf("Acme moved", ([tenant]) => tenant?.description === "signed out · production");
    await workbench.notifications.dismissAll();

    await tree().inlineAction("Acme moved", "Sign In…");
    await signIn(canary(await acme().token()));
    await failureOf("Acme moved", new RegExp(`^Can't reach ${NOBODY}: `));
    expect(elsewhere().requests.sockets).toBe(0);
  });

  /** The entry of the tenant that is removed. */
  let removed: object | undefined;

  it("removes a tenant together with its secret, after asking", async () => {
    const { workbench } = session();
    const settings = JSON.parse(await readFile(settingsFileOf(session().server), "utf8")) as {
      readonly "vaultconn.tenants": readonly { readonly name: string }[];
    };
    removed = settings["vaultconn.tenants"].find(({ name }) => name === "Globex");
    expect(removed).toMatchObject({ clientId: globex().clientId });
    await tree().chooseFromMenu("Globex", "Remove Tenant…");
    expect((await workbench.dialog.read()).message).toBe("Remove the tenant Globex?");
    await workbench.dialog.cancel();
    await rowsOf("Globex", (rows) => rows.length === 6);
    await tree().chooseFromMenu("Globex", "Remove Tenant…");
    await workbench.dialog.press("Remove");
    await rowsOf("Globex", (rows) => rows.length === 0);
  });

  it("refuses a token in the settings, and uses none that was kept for a removed tenant", async () => {
    const { workbench } = session();
    const requests = globex().requests.all().length;
    const accessToken = canary("canary.settings-token.77aa");
    // Only for the very same tenant would its credential be used.
    await editSettings({ "vaultconn.tenants": [{ ...removed, accessToken }] });
    await workbench.notifications.waitFor("The setting vaultconn.tenants has a credential. It isn't used");
    await untilValue(
      "the message",
      () => tree().message(),
      (text) => text.startsWith("You're signed out of Globex."),
    );
    expect(globex().requests.all()).toHaveLength(requests);
    await workbench.notifications.press("has a credential", "Remove from Settings and Sign In");
    await workbench.quickInput.waitForStep("Choose how to sign in");
    await workbench.quickInput.cancel();
    // A file that is just being written is empty.
    await untilValue(
      "the setting without the token",
      () => readFile(settingsFileOf(session().server), "utf8"),
      (text) => text.includes(globex().baseUrl) && !text.includes(accessToken),
    );
  });

  it("leads requests through a proxy only if the user's own settings say so", async () => {
    expect(elsewhere().requests.sockets).toBe(0);
    await session().workbench.notifications.dismissAll();
    await editSettings({
      "vaultconn.tenants": [{ name: "Acme moved", baseUrl: `http://${NOBODY}` }],
      "http.proxy": elsewhere().origin,
    });
    await until("a request at the proxy", () => elsewhere().requests.sockets > 0);
  });
});
