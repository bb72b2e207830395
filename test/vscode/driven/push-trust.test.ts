import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { type RecordedRequest } from "../../service/http/request-log.js";
import { until, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const WRITTEN = canary("canary-written-51be");
const VARIABLE = canary("canary-variable-90aa");
const STORED = canary("canary-stored-c7d2");

/** One story: the files are as the test before has left them. */
describe("a push that can be trusted", () => {
  const acme = useService("Acme");
  const globex = useService("Globex");
  const session = useVsCode(() => {
    for (const [service, index] of [[acme(), 3] as const, [globex(), 6] as const])
      service.connections.change(service.connections.idAt(index), { name: "Payments", app_id: "STRIPE" });
    return {
      settings: { "vaultconn.tenants": [{ name: "Globex", baseUrl: globex().baseUrl, production: true }] },
      environment: { ...acme.environment(), PUSH_TRUST_KEY: VARIABLE, PUSH_TRUST_UNSET: undefined },
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
      },
    };
  });

  const patches = (service = acme()): readonly RecordedRequest[] => service.requests.all({ method: "PATCH" });
  const bodies = (service = acme()): string[] => patches(service).map(({ body }) => body.toString());

  const onDisk = (name: string): Promise<string> =>
    readFile(join(session().workspace, `${name}.vaultconn.json`), "utf8");

  const push = (file: string): Promise<void> => session().workbench.push(file);

  /** Replaces the text of the file in front. A paste soon after a file was opened may go astray, so it is repeated until it is seen. */
  async function rewrite(text: string, mark: string): Promise<void> {
    const { editor } = session().workbench;
    await until("the new text", async () => {
      await editor.replaceAll(text);
      return (await editor.text()).includes(mark);
    });
  }

  it("shows what is sent and where, compares without a secret, and sends what was shown", async () => {
    const { workbench } = session();
    await push("salesforce.vaultconn.json");
    const review = await workbench.dialog.read();
    expect(review).toMatchObject({ message: "Push “Salesforce EU production” to Acme?", severity: "information" });
    expect(review.detail).toContain(`Salesforce EU production (${acme().connections.idAt(0)})`);
    expect(review.detail).toContain(acme().origin);
    expect(review.detail.replaceAll("\n", " ")).toContain("api_key, secret_key (from env PUSH_TRUST_KEY)");
    expect(review.buttons).toEqual(expect.arrayContaining(["Push", "Show Changes", "Cancel"]));

    await workbench.dialog.press("Show Changes");
    const { service, file } = await workbench.editor.waitForComparison({ service: "EU production", file: "••••••" });
    expect(service).toContain('"name": "Salesforce EU production"');
    expect(file).toContain('"api_key": "••••••"');
    expect(file).toContain('"secret_key": "${env:PUSH_TRUST_KEY}"');
    expect(bodies()).toEqual([]);

    expect(service).not.toContain('"setup"');
    await workbench.notifications.waitFor("Close the comparison to continue.");
    await workbench.editor.titleAction("Continue");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Salesforce EU is ready.");
    expect(bodies()).toEqual([
      `{"name":"Salesforce EU","setup":{"type":"API_KEY","api_key":"${WRITTEN}","secret_key":"${VARIABLE}"}}`,
    ]);
  });

  it("stops at a variable that is not set, and marks it in the file", async () => {
    const { workbench } = session();
    const sent = patches().length;
    await push("billing.vaultconn.json");
    await workbench.notifications.waitFor(
      "The environment variable PUSH_TRUST_UNSET isn't set where VS Code was started. Nothing was sent.",
    );
    // The language server warns of it already, so it isn't marked twice.
    await untilValue(
      "one mark",
      () => workbench.editor.squiggles(),
      ({ error, warning }) => error + warning === 1,
    );
    expect(patches()).toHaveLength(sent);
  });

  it("marks the property a refusal names, until the text changes", async () => {
    const { workbench } = session();
    await workbench.openFile("billing.vaultconn.json");
    await workbench.editor.select("${env:PUSH_TRUST_UNSET}");
    await workbench.editor.type("orders");
    const body = JSON.stringify({ message: "The property setup.url must point to a host that exists." });
    acme().faults.add({ kind: "reply", status: 400, body }, { operation: "update" });
    const sent = patches().length;
    await push("billing.vaultconn.json");
    await workbench.dialog.press("Push");
    const refusal = await workbench.notifications.waitFor("must point to a host that exists");
    expect(refusal.message).toMatch(/^Acme rejected the update: /);
    await workbench.editor.waitForMarks({ error: 1 });
    await workbench.editor.placeCursorBefore("orders");
    await workbench.editor.type("new-");
    await workbench.editor.waitForMarks({ error: 0 });
    await workbench.editor.save();
    expect(patches()).toHaveLength(sent + 1);
  });

  it("moves a secret to the secret storage, and a push sends it from there", async () => {
    const { workbench } = session();
    const { quickInput, editor } = workbench;
    await workbench.openFile("billing.vaultconn.json");
    await rewrite(acme.file(2, { setup: { type: "BEARER", token: `${STORED}$\${x}` } }), STORED);
    await editor.placeCursorBefore(STORED);
    await workbench.assistance.applyQuickFix("Move to secret storage");
    await quickInput.waitForStep("The name in setup files");
    await quickInput.accept();
    await editor.waitForText('"${secret:billing.token}"');
    await push("billing.vaultconn.json");
    expect((await workbench.dialog.read()).detail).toContain("token (from secret billing.token)");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed.");
    // What the file escaped is stored as what it means.
    expect(bodies().at(-1)).toBe(`{"setup":{"type":"BEARER","token":"${STORED}\${x}"}}`);
    expect(await onDisk("billing")).not.toContain(STORED);
  });

  it("takes a second, deliberate step on a production tenant", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    const secondStep = () => quickInput.waitForStep("Push to Globex (production)");
    await push("payroll.vaultconn.json");
    await quickInput.waitForStep("Choose how to sign in");
    await quickInput.pick("Access token");
    await quickInput.waitForStep("An access token with");
    await quickInput.submit(globex().accessToken);
    expect(await workbench.dialog.read()).toMatchObject({
      message: "Push “Salesforce EU production” to Globex (production)?",
      severity: "warning",
    });
    await workbench.dialog.press("Push");
    await secondStep();
    await quickInput.accept();
    await quickInput.waitUntilClosed();

    await push("payroll.vaultconn.json");
    await workbench.dialog.press("Push");
    await secondStep();
    await quickInput.submit("Salesforce");
    await quickInput.waitUntilClosed();

    await push("payroll.vaultconn.json");
    await workbench.dialog.press("Push");
    await secondStep();
    await quickInput.cancel();

    await push("payroll.vaultconn.json");
    await workbench.dialog.press("Push");
    await secondStep();
    expect(bodies(globex())).toEqual([]);
    await quickInput.submit("Salesforce EU production");
    await workbench.notifications.waitFor("Pushed. Payroll is ready.");
    expect(bodies(globex())).toEqual(['{"name":"Payroll"}']);
  });

  it("takes a connection from one tenant to another in seven actions, from its row's menu to the push", async () => {
    const { workbench } = session();
    const { quickInput, dialog, editor } = workbench;
    const tree = workbench.tree("Connections");
    let actions = 0;
    const act = (action: Promise<void>) => (actions++, action);
    await workbench.notifications.dismissAll();
    await workbench.openViewContainer("Vault Connections");
    await tree.waitForAction("Payments", "Open Setup File");
    const sent = patches().length;
    await act(tree.chooseFromMenu("Payments", "Copy to Another Tenant…"));
    await quickInput.waitForStep("Copy payments.vaultconn.json to which tenant?");
    await quickInput.waitForRows("Globex");
    await act(quickInput.accept());
    await quickInput.waitForStep("Copy payments.vaultconn.json to which connection of Globex?");
    await untilValue(
      "the connection of the same name",
      () => quickInput.rows(),
      ([first]) => first?.label === "Payments" && first.detail === globex().connections.idAt(6),
    );
    await act(quickInput.accept());
    await quickInput.waitForStep("Choose the reference names in the copy");
    await act(quickInput.accept());
    await editor.waitForTab("payments-globex.vaultconn.json");
    // What stands in the title is for the file in front only once all that is said about that has come.
    await until("its state", async () => (await workbench.statusItems()).some(({ text }) => text.includes("Payments")));
    await act(editor.titleAction("Push"));
    expect((await dialog.read()).message).toBe("Push “Payments” to Globex (production)?");
    await act(dialog.press("Push"));
    await quickInput.waitForStep("Push to Globex (production)");
    await act(quickInput.submit("Payments"));
    await workbench.notifications.waitFor("Pushed. Payments is ready.");
    expect(actions).toBeLessThanOrEqual(7);
    expect(patches(globex()).at(-1)?.id).toBe(globex().connections.idAt(6));
    expect(bodies(globex()).at(-1)).toBe(
      `{"setup":{"type":"API_KEY","api_key":"${VARIABLE}","base_url":"https://pay.example.com"}}`,
    );
    expect(patches()).toHaveLength(sent);
    const there = { id: globex().connections.idAt(6), host: new URL(globex().origin).host };
    const old = (await onDisk("payments")).replace(acme().connections.idAt(3), there.id);
    expect(await onDisk("payments-globex")).toBe(old.replace(new URL(acme().origin).host, there.host));
  });

  it("copies no secret, asks for the names of references, and overwrites nothing", async () => {
    const { workbench } = session();
    const { quickInput, dialog, editor } = workbench;
    await workbench.notifications.dismissAll();
    await workbench.openFile("mailer.vaultconn.json");
    await workbench.runCommand("Vault Connections: Copy to Another Tenant…");
    await quickInput.waitForStep("Copy mailer.vaultconn.json to which tenant?");
    await quickInput.pick("Globex");
    await quickInput.waitForStep("to which connection of Globex?");
    await quickInput.pick("Payments");
    expect((await dialog.read()).detail).toBe("payments-globex.vaultconn.json");
    await dialog.press("Copy Anyway");
    await quickInput.waitForStep("Choose the reference names in the copy");
    await quickInput.pick("Use new names for Globex…");
    await quickInput.waitForStep("Enter the name of ${env:PUSH_TRUST_KEY} for Globex");
    expect(await quickInput.value()).toBe("PUSH_TRUST_KEY");
    await quickInput.submit("PUSH_TRUST_KEY_PROD");
    await workbench.notifications.waitFor("Secrets aren't copied to another tenant. Enter values for api_key.");
    await editor.waitForTab("payments-globex-2.vaultconn.json");
    expect(JSON.parse(await onDisk("payments-globex-2"))).toMatchObject({
      setup: { type: "API_KEY", api_key: "", secret_key: "${env:PUSH_TRUST_KEY_PROD}" },
    });
    expect(await onDisk("payments-globex")).toContain("From the vault.");
    expect(patches(globex())).toHaveLength(2);
  });
});
