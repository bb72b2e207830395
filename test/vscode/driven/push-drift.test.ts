import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { LOCK_FILE, lockText } from "../../../client/core/lock/lockEntries.js";
import { exactly } from "../drive/dom.js";
import { TIMEOUT_MS, untilStays } from "../drive/until.js";
import {
  canary,
  useService,
  dialog,
  editor,
  notifications,
  onDisk,
  quickInput,
  session,
  tree,
  useVsCode,
  workbench,
} from "./window.js";

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
    await workbench.openViewContainer("Vault Connections");
    await workbench.runCommand("Vault Connections: Add Tenant…");
    await quickInput.answer("The tenant's address", acme().baseUrl);
    await quickInput.choose("Choose how to sign in", "Private key");
    await quickInput.answer("The client ID", acme().clientId);
    await quickInput.waitForStep("The private key as PEM text");
    expect(await quickInput.isMasked()).toBe(true);
    await quickInput.submit("no key");
    await quickInput.waitForStep("Enter a private key as PEM text, from BEGIN");
    await quickInput.pressButton("Advanced Settings");
    await quickInput.answer("The name in the sidebar", "Acme");
    await quickInput.choose("Select what applies to the tenant");
    await quickInput.choose("The address of a connection's page");
    await quickInput.choose("The algorithm that signs the client's assertions", "PS256");
    for (const step of ["The address to request tokens", "The audience of the tokens", "The audience of the client's"])
      await quickInput.choose(step);
    await quickInput.waitForStep("The private key as PEM text");
    await quickInput.pressButton("Read from PEM File");
    await quickInput.enterPath(join(session.workspace, KEY_FILE));
    await tree.rowsOf("Acme", (rows) => rows.length === 4);
    // One for the trial.
    expect(assertions()).toBe(2);
  });

  it("isn't sent without asking, and rows and lens show the change", async () => {
    await tree.waitForRow("Salesforce EU production");
    await workbench.push(FILE);
    await dialog.press("Push");
    await notifications.waitFor("Pushed. “Salesforce EU” is ready.");
    await tree.waitForRow("Salesforce EU");

    acme().connections.change(acme.id(0), { name: "Somebody else's" });
    await workbench.push(FILE);
    const drift = await dialog.read();
    expect(drift.message).toMatch(
      /^“Somebody else's” changed on the service (just now|.+ ago), after this file was last pushed, compared, or created\.$/,
    );
    expect(drift.primary).toBe("Compare");
    expect(drift.detail).toContain("The name changed from “Salesforce EU” to “Somebody else's”.");
    await dialog.cancel();
    await tree.waitForDescription("Somebody else's", /^SALESFORCE · changed on the service$/);
    await editor.waitForLenses(/\| changed on the service: compare$/);

    await workbench.runCommand("Vault Connections: Compare with Service");
    await notifications.waitFor("“Somebody else's” has changed since this file was last pushed, compared, or created.");
    await editor.waitForComparison({
      service: '"name": "Somebody else\'s"',
      file: '"name": "Salesforce EU"',
    });
    expect(acme.patches()).toHaveLength(1);

    // Anyone who has compared isn't asked about the same change again.
    await editor.titleAction("Open Setup File");
    await editor.waitForTab(FILE);
    await editor.waitForLenses(/\| changed on the service, compared$/);
    await workbench.push(FILE);
    expect((await dialog.read()).message).toBe("Push “Somebody else's” to Acme?");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. “Salesforce EU” is ready.");
    expect(acme.patches()).toHaveLength(2);
    expect(acme().connections.get(acme.id(0))?.name).toBe("Salesforce EU");
  });

  it("can be compared first, and goes on from the comparison", async () => {
    acme().connections.change(acme.id(0), {});
    await workbench.push(FILE);
    await dialog.press("Compare");
    await editor.waitForComparison({ service: "Salesforce EU", file: "Salesforce EU" });
    await editor.titleAction("Push");
    expect((await dialog.read()).message).toBe("Push “Salesforce EU” to Acme?");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. “Salesforce EU” is ready.");
    await workbench.openFile(FILE);
    await workbench.waitForStatus("Acme · Salesforce EU · in sync");
  });

  it("is recorded in the lock file, which links to the setup file", async () => {
    const { fingerprint } = acme().connections.get(acme.id(0)) ?? {};
    await expect.poll(() => onDisk(LOCK_FILE)).toContain(fingerprint);
    await workbench.openFile(LOCK_FILE);
    await editor.placeCursorBefore(`/${acme.id(0)}": {`);
    await workbench.page
      .locator(".editor-group-container.active .codelens-decoration > a", { hasText: exactly("Open Setup File") })
      .first()
      .click();
    await editor.waitForTab(FILE);
  });

  it("differs from the file after a rename in the sidebar", async () => {
    await tree.chooseFromMenu("Salesforce EU", "Rename…");
    await quickInput.answer("Rename Salesforce EU", "");
    await quickInput.waitForStep("Enter a name for the connection.");
    // What begins like a reference is text in a name that is typed.
    await quickInput.submit("Finance ${env:HOME}");
    expect((await dialog.read()).detail).toContain("name: “Finance ${env:HOME}”");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. “Finance ${env:HOME}” is ready.");
    expect(acme.bodies().at(-1)).toBe('{"name":"Finance ${env:HOME}"}');
    await tree.waitForRow("Finance ${env:HOME}");
    // It was ourselves who changed it, so that its setup file is notified of no change on the service.
    await workbench.openFile(FILE);
    const status = "Acme · Finance ${env:HOME} · unpushed changes: named “Salesforce EU” in the file";
    await workbench.waitForStatus(status);
    await editor.waitForLenses(/\| unpushed changes: named “Salesforce EU” in the file$/);
    await tree.waitForDescription("Finance ${env:HOME}", /unpushed changes/);
    const lists = { operation: "list", status: 200 } as const;
    const before = acme().requests.all(lists).length;
    await workbench.runCommand("Vault Connections: Refresh");
    await acme().requests.waitFor(lists, before + 1);
    const isShown = async (): Promise<boolean> => (await workbench.status()).includes(status);
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
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Compare with Service");
    await editor.waitForComparison({ service: now?.name ?? "", file: "Salesforce EU" });

    acme().connections.change(id, earlier);
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Compare with Service");
    await notifications.waitFor(/^The service lists an earlier state of “Earlier” than the last known one/);
    await editor.waitForComparison({ service: "Earlier", file: "Salesforce EU" });
  });
});
