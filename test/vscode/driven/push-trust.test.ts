import { describe, expect, it } from "vitest";

import { until } from "../drive/until.js";
import { canary, onDisk, ui, useService, useVsCode } from "./window.js";

const WRITTEN = canary("canary-written-51be");
const VARIABLE = canary("canary-variable-90aa");
const STORED = canary("canary-stored-c7d2");

const NEW_SECRETS = ["canary-new-id-7f3a", "canary-new-item-1c9d", "canary-new-place-b24e"].map(canary);
/** A setup that this version doesn't know. */
const NEW_SETUP = {
  type: "OAUTH_PKCE",
  client_id: NEW_SECRETS[0],
  more: { list: [NEW_SECRETS[1]] },
  in: NEW_SECRETS[2],
};

/** One story: the files are as the test before has left them. */
describe("the review of a push", () => {
  const acme = useService("Acme");
  const globex = useService("Globex");
  useVsCode(() => {
    acme().connections.change(acme.id(3), { name: "Payments", app_id: "STRIPE" });
    globex().connections.change(globex.id(6), { name: "Payments", app_id: "STRIPE" });
    return {
      settings: { "vaultconn.tenants": [{ name: "Globex", baseUrl: globex().baseUrl, production: true }] },
      environment: {
        ...acme.environment(),
        PUSH_TRUST_KEY: VARIABLE,
        Push_Trust_Unset: "v",
        PUSH_TRUST_UNSET: undefined,
      },
      workspace: {
        "salesforce.vaultconn.json": acme.file(0, {
          name: "Salesforce EU",
          setup: { type: "API_KEY", api_key: WRITTEN, secret_key: "${env:PUSH_TRUST_KEY}" },
        }),
        "billing.vaultconn.json": acme.file(1, {
          setup: { type: "WEBHOOK", url: "https://hooks.example.com/${env:PUSH_TRUST_UNSET}" },
        }),
        "payments.vaultconn.json": acme
          .file(3, {
            setup: { type: "API_KEY", api_key: "${env:PUSH_TRUST_KEY}", base_url: "https://pay.example.com" },
          })
          .replace("{", "{\n  // From the vault."),
        "mailer.vaultconn.json": acme.file(4, {
          setup: { type: "API_KEY", api_key: WRITTEN, secret_key: "${env:PUSH_TRUST_KEY}" },
        }),
        "payroll.vaultconn.json": globex.file(0, { name: "Payroll" }),
        "new-type.vaultconn.json": globex.file(1, { setup: NEW_SETUP }),
        "outside-the-setup.vaultconn.json": globex.file(1, { names: "x", setup: NEW_SETUP }),
      },
    };
  });

  it("shows what's sent and where, without secrets, and sends that", async () => {
    await ui.workbench.push("salesforce.vaultconn.json");
    const review = await ui.dialog.read();
    expect(review).toMatchObject({ message: "Push “Salesforce EU production” to Acme?", severity: "info" });
    expect(review.detail).toContain(`Salesforce EU production (${acme.id(0)})`);
    expect(review.detail).toContain(acme().origin);
    expect(review.detail.replaceAll("\n", " ")).toContain("api_key, secret_key (from env PUSH_TRUST_KEY)");
    expect(review.buttons).toEqual(expect.arrayContaining(["Push", "Show Changes", "Cancel"]));

    await ui.dialog.press("Show Changes");
    const { service, file } = await ui.editor.waitForComparison({ service: "EU production", file: "••••••" });
    expect(service).toContain('"name": "Salesforce EU production"');
    expect(file).toContain('"api_key": "••••••"');
    expect(file).toContain('"secret_key": "${env:PUSH_TRUST_KEY}"');
    expect(acme.bodies()).toEqual([]);

    expect(service).not.toContain('"setup"');
    await ui.notifications.waitFor("Close the comparison to continue.");
    await ui.editor.titleAction("Continue");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Salesforce EU” is ready.");
    expect(acme.bodies()).toEqual([
      `{"name":"Salesforce EU","setup":{"type":"API_KEY","api_key":"${WRITTEN}","secret_key":"${VARIABLE}"}}`,
    ]);
  });

  it("stops if a variable isn't set, and marks it", async () => {
    const sent = acme.patches().length;
    await ui.workbench.push("billing.vaultconn.json");
    await ui.notifications.waitFor(
      "The environment variable PUSH_TRUST_UNSET isn't set where VS Code was started. Did you mean ${env:Push_Trust_Unset}, which has a value? Nothing was sent.",
    );
    // The language server warns of it already, so it isn't marked twice.
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 0, warning: 1 });
    expect(acme.patches()).toHaveLength(sent);
  });

  it("marks a refused property until the text changes", async () => {
    await ui.workbench.openFile("billing.vaultconn.json");
    await ui.editor.select("${env:PUSH_TRUST_UNSET}");
    await ui.editor.type("orders");
    const body = JSON.stringify({ message: "The property setup.url must point to a host that exists." });
    acme().faults.add({ kind: "reply", status: 400, body }, { operation: "update" });
    const sent = acme.patches().length;
    await ui.workbench.push("billing.vaultconn.json");
    await ui.dialog.press("Push");
    const refusal = await ui.notifications.waitFor("must point to a host that exists");
    expect(refusal.message).toMatch(/^Acme rejected the update: /);
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 1 });
    await ui.editor.placeCursorBefore("orders");
    await ui.editor.type("new-");
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 0 });
    await ui.editor.save();
    expect(acme.patches()).toHaveLength(sent + 1);
  });

  it("moves a secret to the secret storage, and sends it from there", async () => {
    await ui.workbench.openFile("billing.vaultconn.json");
    await ui.editor.replaceAll(acme.file(2, { setup: { type: "BEARER", token: `${STORED}$\${x}` } }));
    await ui.editor.placeCursorBefore("$${x}");
    await ui.editor.applyQuickFix("Move to secret storage");
    await ui.quickInput.choose("The name in setup files");
    await ui.editor.waitForText('"${secret:BILLING_TOKEN}"');
    await ui.workbench.push("billing.vaultconn.json");
    expect((await ui.dialog.read()).detail).toContain("token (from secret BILLING_TOKEN)");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed.");
    // What the file escaped is stored as what it means.
    expect(acme.bodies().at(-1)).toBe(`{"setup":{"type":"BEARER","token":"${STORED}\${x}"}}`);
    expect(await onDisk("billing.vaultconn.json")).not.toContain(STORED);
  });

  it("needs the connection's name typed for production", async () => {
    const file = "payroll.vaultconn.json";
    const step = "Push to Globex (production)";
    const pushAgain = async (): Promise<void> => {
      await ui.workbench.push(file);
      await ui.dialog.press("Push");
    };
    await ui.workbench.push(file);
    await ui.quickInput.choose("Choose how to sign in", "Access token");
    await ui.quickInput.answer("An access token with", globex().accessToken);
    expect(await ui.dialog.read()).toMatchObject({
      message: "Push “Salesforce EU production” to Globex (production)?",
      severity: "warning",
    });
    await ui.dialog.press("Push");
    await ui.quickInput.choose(step);
    await ui.quickInput.answer("To push, type “Salesforce EU production”.", "Salesforce");
    await ui.quickInput.leave("Nothing is sent until then.");

    await pushAgain();
    await ui.quickInput.waitForStep(step);
    expect(globex.bodies()).toEqual([]);
    await ui.quickInput.submit("Salesforce EU production");
    await ui.notifications.waitFor("Pushed. “Payroll” is ready.");
    expect(globex.bodies()).toEqual(['{"name":"Payroll"}']);
  });

  it("continues after Sign In if the token has expired", async () => {
    globex().revokeTokens();
    await ui.workbench.push("payroll.vaultconn.json");
    await ui.notifications.press("Your access token for Globex has expired or is invalid", "Sign In");
    await ui.workbench.signIn(canary(await globex().token()));
    expect((await ui.dialog.read()).message).toBe("Push “Payroll” to Globex (production)?");
    await ui.dialog.cancel();
    globex().faults.add({ kind: "reply", status: 401, body: "{}" }, { operation: "update" });
    await ui.workbench.push("payroll.vaultconn.json");
    const confirm = async (): Promise<void> => {
      await ui.dialog.press("Push");
      await ui.quickInput.answer("Push to Globex (production)", "Payroll");
    };
    await confirm();
    await ui.notifications.press("Your access token for Globex has expired or is invalid", "Sign In");
    await ui.workbench.signIn(canary(await globex().token()));
    await confirm();
    await ui.notifications.waitFor("Pushed. “Payroll” is ready.");
    expect(globex.patches()).toHaveLength(3);
  });

  it("copies a connection to another tenant in seven actions", async () => {
    let actions = 0;
    const act = (action: Promise<void>) => (actions++, action);
    await ui.notifications.dismissAll();
    await ui.workbench.openViewContainer("Vault Connections");
    // Both tenants have a connection of that name.
    await until("the closed row of Globex", async () => {
      const [row] = await ui.tree.section("Globex");
      if (row?.expanded === true) await ui.tree.click("Globex");
      return row?.expanded === false;
    });
    await ui.tree.rowsOf("Acme", ([row]) => row?.expanded === true);
    await ui.tree.waitForAction("Payments", "Open Setup File");
    const sent = acme.patches().length;
    await act(ui.tree.chooseFromMenu("Payments", "Copy to Another Tenant…"));
    await ui.quickInput.waitForStep("Copy payments.vaultconn.json to which tenant?");
    await ui.quickInput.waitForRows("Globex");
    await act(ui.quickInput.accept());
    await ui.quickInput.waitForStep("Copy payments.vaultconn.json to which connection of Globex?");
    // The connection of the same name comes first.
    await expect
      .poll(async () => (await ui.quickInput.rows())[0])
      .toMatchObject({ label: "Payments", detail: globex.id(6) });
    await act(ui.quickInput.accept());
    await ui.quickInput.waitForStep("Choose the reference names in the copy");
    await act(ui.quickInput.accept());
    await ui.editor.waitForTab("payments-globex.vaultconn.json");
    // What stands in the title is for the file in front only once all that is said about that has come.
    await ui.workbench.waitForStatus("Payments");
    await act(ui.editor.titleAction("Push"));
    expect((await ui.dialog.read()).message).toBe("Push “Payments” to Globex (production)?");
    await act(ui.dialog.press("Push"));
    await ui.quickInput.waitForStep("Push to Globex (production)");
    await act(ui.quickInput.submit("Payments"));
    await ui.notifications.waitFor("Pushed. “Payments” is ready.");
    expect(actions).toBeLessThanOrEqual(7);
    expect(globex.patches().at(-1)?.id).toBe(globex.id(6));
    expect(globex.bodies().at(-1)).toBe(
      `{"setup":{"type":"API_KEY","api_key":"${VARIABLE}","base_url":"https://pay.example.com"}}`,
    );
    expect(acme.patches()).toHaveLength(sent);
    const copied = (await onDisk("payments.vaultconn.json"))
      .replace(acme.id(3), globex.id(6))
      .replace(acme.host(), globex.host());
    expect(await onDisk("payments-globex.vaultconn.json")).toBe(copied);
  });

  it("copies references instead of secrets, and overwrites nothing", async () => {
    await ui.notifications.dismissAll();
    await ui.workbench.openFile("mailer.vaultconn.json");
    await ui.workbench.runCommand("Vault Connections: Copy to Another Tenant…");
    await ui.quickInput.choose("Copy mailer.vaultconn.json to which tenant?", "Globex");
    await ui.quickInput.choose("to which connection of Globex?", "Payments");
    expect((await ui.dialog.read()).detail).toBe("payments-globex.vaultconn.json");
    await ui.dialog.press("Copy Anyway");
    await ui.quickInput.choose("Choose the reference names in the copy", "Use new names for Globex…");
    await ui.quickInput.waitForStep("Enter the name of ${env:PUSH_TRUST_KEY} for Globex");
    expect(await ui.quickInput.value()).toBe("PUSH_TRUST_KEY");
    await ui.quickInput.submit("PUSH_TRUST_KEY_PROD");
    await ui.notifications.waitFor("Store values for ${secret:GLOBEX_PAYMENTS_API_KEY}.");
    await ui.editor.waitForTab("payments-globex-2.vaultconn.json");
    expect(JSON.parse(await onDisk("payments-globex-2.vaultconn.json"))).toMatchObject({
      setup: {
        type: "API_KEY",
        api_key: "${secret:GLOBEX_PAYMENTS_API_KEY}",
        secret_key: "${env:PUSH_TRUST_KEY_PROD}",
      },
    });
    expect(await onDisk("payments-globex.vaultconn.json")).toContain("From the vault.");
    expect(globex.patches()).toHaveLength(4);
  });

  it("says what this version doesn't know, and sends it after Push Anyway", async () => {
    const refusal = /^Fix \d problems? in .+ first\./;
    await ui.workbench.push("outside-the-setup.vaultconn.json");
    expect(await ui.notifications.buttons(refusal)).toEqual(["Show Problems"]);
    const sent = globex.bodies().length;
    const pushAnyway = async (): Promise<void> => {
      await ui.workbench.push("new-type.vaultconn.json");
      expect(await ui.notifications.buttons(refusal)).toEqual(["Show Problems", "Push Anyway…"]);
      await ui.notifications.press(refusal, "Push Anyway…");
      const { detail, primary } = await ui.dialog.read();
      expect(detail).toMatch(/^⚠ "OAUTH_PKCE" isn't a type that this version knows\. The service decides whether/);
      expect(primary).toBe("Show Changes");
      await ui.dialog.press("Push");
      await ui.quickInput.answer("Push to Globex (production)", globex.nameOf(1));
    };
    const message = `The property setup.client_id is wrong: ${NEW_SECRETS.join(" ")}`;
    globex().faults.add({ kind: "reply", status: 400, body: JSON.stringify({ message }) }, { operation: "update" });
    await pushAnyway();
    await ui.notifications.waitFor(/setup\.client_id/);
    expect(globex.bodies().slice(sent)).toEqual([JSON.stringify({ setup: NEW_SETUP })]);
    // It's asked about again at the next push.
    globex().faults.add({ kind: "silence", how: "reset", when: "before" }, { operation: "update" });
    await pushAnyway();
    await ui.notifications.waitFor("Not applied yet");
  });

  it("pushes such a setup again without Push Anyway, and compares it without its values", async () => {
    await ui.notifications.press("The push was not applied", "Push Again");
    expect((await ui.dialog.read()).detail).toMatch(/^⚠ "OAUTH_PKCE" isn't a type that this version knows\./);
    await ui.dialog.cancel();
    await ui.workbench.runCommand("Vault Connections: Compare with Service");
    await ui.editor.waitForComparison({ service: globex.nameOf(1), file: '"client_id": "••••••"' });
  });
});
