import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { LOCK_FILE, lockText } from "../../../client/core/lock/lockEntries.js";
import { exactly } from "../drive/dom.js";
import { TIMEOUT_MS, untilStays } from "../drive/until.js";
import { canary, onDisk, ui, useService, useVsCode } from "./window.js";

const FILE = "salesforce.vaultconn.json";
const KEY_FILE = "client-key.pem";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** One story: the tenant that the first test adds, and the file as the test before has left it. */
describe("a push after someone else's change", () => {
  const acme = useService("Acme", { connections: 3 });
  useVsCode(() => {
    for (const line of PEM.split("\n").filter((text) => text.length === 64)) canary(line);
    acme().client.publicKey = publicKey.export({ type: "spki", format: "pem" }).toString();
    return {
      workspace: {
        [FILE]: acme.file(0, { name: "Salesforce EU" }),
        [LOCK_FILE]: lockText([]),
        [KEY_FILE]: PEM,
      },
    };
  });
  const assertions = (): number => acme().requests.all({ operation: "token" }).length;

  it("goes to a tenant with a private key from a PEM file", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.workbench.runCommand("Vault Connections: Add Tenant…");
    await ui.quickInput.answer("The tenant's address", acme().baseUrl);
    await ui.quickInput.choose("Choose how to sign in", "Private key");
    await ui.quickInput.answer("The client ID", acme().clientId);
    await ui.quickInput.waitForStep("The private key as PEM text");
    expect(await ui.quickInput.isMasked()).toBe(true);
    await ui.quickInput.submit("no key");
    await ui.quickInput.waitForStep("Enter a private key as PEM text, from BEGIN");
    await ui.quickInput.pressButton("Advanced Settings");
    await ui.quickInput.answer("The name in the sidebar", "Acme");
    await ui.quickInput.choose("Select what applies to the tenant");
    await ui.quickInput.choose("The address of a connection's page");
    await ui.quickInput.choose("The algorithm that signs the client's assertions", "PS256");
    for (const step of ["The address to request tokens", "The audience of the tokens", "The audience of the client's"])
      await ui.quickInput.choose(step);
    await ui.quickInput.waitForStep("The private key as PEM text");
    await ui.quickInput.pressButton("Read from PEM File");
    await ui.quickInput.enterPath(join(ui.session.workspace, KEY_FILE));
    await ui.tree.rowsOf("Acme", (rows) => rows.length === 4);
    // One for the trial.
    expect(assertions()).toBe(2);
  });

  it("isn't sent without asking, and rows and lens show the change", async () => {
    await ui.tree.waitForRow("Salesforce EU production");
    await ui.workbench.push(FILE);
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Salesforce EU” is ready.");
    await ui.tree.waitForRow("Salesforce EU");

    acme().connections.change(acme.id(0), { name: "Somebody else's" });
    await ui.workbench.push(FILE);
    const drift = await ui.dialog.read();
    expect(drift.message).toMatch(
      /^“Somebody else's” changed on the service (just now|.+ ago), after this file was last pushed, compared, or created\.$/,
    );
    expect(drift.primary).toBe("Compare");
    expect(drift.detail).toContain("The name changed from “Salesforce EU” to “Somebody else's”.");
    await ui.dialog.cancel();
    await ui.tree.waitForDescription("Somebody else's", /^SALESFORCE · changed on the service$/);
    await ui.editor.waitForLenses(/\| changed on the service: compare$/);

    await ui.workbench.runCommand("Vault Connections: Compare with Service");
    await ui.notifications.waitFor(
      "“Somebody else's” has changed since this file was last pushed, compared, or created.",
    );
    await ui.editor.waitForComparison({
      service: '"name": "Somebody else\'s"',
      file: '"name": "Salesforce EU"',
    });
    expect(acme.patches()).toHaveLength(1);

    // Anyone who has compared isn't asked about the same change again.
    await ui.editor.titleAction("Open Setup File");
    await ui.editor.waitForTab(FILE);
    await ui.editor.waitForLenses(/\| changed on the service, compared$/);
    await ui.workbench.push(FILE);
    expect((await ui.dialog.read()).message).toBe("Push “Somebody else's” to Acme?");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Salesforce EU” is ready.");
    expect(acme.patches()).toHaveLength(2);
    expect(acme().connections.get(acme.id(0))?.name).toBe("Salesforce EU");
  });

  it("can be compared first, and goes on from the comparison", async () => {
    acme().connections.change(acme.id(0), {});
    await ui.workbench.push(FILE);
    await ui.dialog.press("Compare");
    await ui.editor.waitForComparison({ service: "Salesforce EU", file: "Salesforce EU" });
    await ui.editor.titleAction("Push");
    expect((await ui.dialog.read()).message).toBe("Push “Salesforce EU” to Acme?");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Salesforce EU” is ready.");
    await ui.workbench.openFile(FILE);
    await ui.workbench.waitForStatus("Acme · Salesforce EU · in sync");
  });

  it("is recorded in the lock file, which links to the setup file", async () => {
    const { fingerprint } = acme().connections.get(acme.id(0)) ?? {};
    await expect.poll(() => onDisk(LOCK_FILE)).toContain(fingerprint);
    await ui.workbench.openFile(LOCK_FILE);
    await ui.editor.placeCursorBefore(`/${acme.id(0)}": {`);
    await ui.workbench.page
      .locator(".editor-group-container.active .codelens-decoration > a", { hasText: exactly("Open Setup File") })
      .first()
      .click();
    await ui.editor.waitForTab(FILE);
  });

  it("differs from the file after a rename in the sidebar", async () => {
    await ui.tree.chooseFromMenu("Salesforce EU", "Rename…");
    await ui.quickInput.answer("Rename Salesforce EU", "");
    await ui.quickInput.waitForStep("Enter a name for the connection.");
    // What begins like a reference is text in a name that is typed.
    await ui.quickInput.submit("Finance ${env:HOME}");
    expect((await ui.dialog.read()).detail).toContain("name: “Finance ${env:HOME}”");
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("Pushed. “Finance ${env:HOME}” is ready.");
    expect(acme.bodies().at(-1)).toBe('{"name":"Finance ${env:HOME}"}');
    await ui.tree.waitForRow("Finance ${env:HOME}");
    // It was ourselves who changed it, so that its setup file is notified of no change on the service.
    await ui.workbench.openFile(FILE);
    const status = "Acme · Finance ${env:HOME} · unpushed changes: named “Salesforce EU” in the file";
    await ui.workbench.waitForStatus(status);
    await ui.editor.waitForLenses(/\| unpushed changes: named “Salesforce EU” in the file$/);
    await ui.tree.waitForDescription("Finance ${env:HOME}", /unpushed changes/);
    const lists = { operation: "list", status: 200 } as const;
    const before = acme().requests.all(lists).length;
    await ui.workbench.runCommand("Vault Connections: Refresh");
    await acme().requests.waitFor(lists, before + 1);
    const isShown = async (): Promise<boolean> => (await ui.workbench.status()).includes(status);
    await untilStays("the status", isShown, true, TIMEOUT_MS);
  });

  it("isn't seen in an earlier state that the service still lists", async () => {
    const id = acme.id(0);
    const now = acme().connections.get(id);
    const earlier = { name: "Earlier", fingerprint: "earlier", updated_at: "2020-01-01T00:00:00.000Z" };
    const current = {
      kind: "meanwhile",
      when: "before",
      act: () => acme().connections.change(id, { ...now }),
    } as const;
    acme().connections.change(id, earlier);
    acme().faults.add(current, { operation: "list", skip: 1 });
    await ui.workbench.openFile(FILE);
    await ui.workbench.runCommand("Vault Connections: Compare with Service");
    await ui.editor.waitForComparison({ service: now?.name ?? "", file: "Salesforce EU" });

    acme().connections.change(id, earlier);
    await ui.workbench.openFile(FILE);
    await ui.workbench.runCommand("Vault Connections: Compare with Service");
    await ui.notifications.waitFor(/^The service lists an earlier state of “Earlier” than the last known one/);
    await ui.editor.waitForComparison({ service: "Earlier", file: "Salesforce EU" });
  });
});
