import { generateKeyPairSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { LOCK_FILE, lockText } from "../../../client/core/lock/lockFile.js";
import { type RecordedRequest } from "../../service/http/request-log.js";
import { exactly, readText } from "../drive/dom.js";
import { TIMEOUT_MS, untilDone, untilStays, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useTenants } from "./use-tenants.js";
import { useVsCode } from "./use-vscode.js";

const FILE = "salesforce.vaultconn.json";
const KEY_FILE = "client-key.pem";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** One story: the tenant that the first test adds, and the file as the test before has left it. */
describe("a push after someone else's change", () => {
  const acme = useService("Acme", { connections: 3 });
  const id = (): string => acme().connections.idAt(0);
  const session = useVsCode(() => {
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
  const { answer, choose, rowsOf, beginSignIn, tree } = useTenants(session);
  const assertions = (): number => acme().requests.all({ operation: "token" }).length;

  const patches = (): readonly RecordedRequest[] => acme().requests.all({ method: "PATCH" });
  const lens = (text: string) => session().workbench.editor.waitForCodeLens(exactly(text));

  const push = (): Promise<void> => session().workbench.push(FILE);

  it("goes to a tenant that is added with a private key, read from a PEM file", async () => {
    const { workbench, workspace } = session();
    const { quickInput } = workbench;
    await workbench.openViewContainer("Vault Connections");
    await workbench.runCommand("Vault Connections: Add Tenant…");
    await answer("The tenant's address", acme().baseUrl);
    await answer("The name in the sidebar", "Acme");
    await choose("Select what applies to the tenant");
    await choose("Choose how to sign in", "Private key");
    await answer("The client ID", acme().clientId);
    await choose("The algorithm that signs the client's assertions", "PS256");
    await quickInput.waitForStep("The private key as PEM text");
    expect(await quickInput.isMasked()).toBe(true);
    await quickInput.submit("no key");
    await quickInput.waitForStep("Enter a private key as PEM text, from BEGIN");
    await quickInput.pressButton("Read from PEM File");
    // VS Code's own dialog for files, as it is where the window is no desktop's.
    await untilValue(
      "the dialog for files",
      () => quickInput.title(),
      (title) => title.includes("Read from PEM File"),
    );
    await untilValue(
      "the folder in the dialog",
      () => quickInput.value(),
      (value) => value.startsWith("/"),
    );
    const place = join(workspace, KEY_FILE);
    // The dialog replaces what stands in it once it has looked at the folder.
    await untilDone("the file in the dialog", async (patience) => {
      await quickInput.type(place, patience);
      await untilStays("the file", () => quickInput.value(), place, patience);
    });
    await quickInput.accept();
    await answer("The address to request tokens from", "");
    await answer("The audience of the tokens", "");
    await answer("The audience of the client's assertions", "");
    await rowsOf("Acme", (rows) => rows.length === 4);
    expect(assertions()).toBe(1);
  });

  it("is not sent without asking, and rows and code lens tell of the change", async () => {
    const { workbench } = session();
    await tree().waitForRow("Salesforce EU production");
    await push();
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Salesforce EU is ready.");
    await tree().waitForRow("Salesforce EU");

    acme().connections.change(id(), { name: "Somebody else's" });
    await push();
    const drift = await workbench.dialog.read();
    expect(drift.message).toMatch(
      /^Somebody else's changed on the service (just now|.+ ago), after this file was last pushed, compared, or created\.$/,
    );
    expect(drift.primary).toBe("Compare");
    expect(drift.detail).toContain("The name changed from “Salesforce EU” to “Somebody else's”.");
    await workbench.dialog.cancel();
    await untilValue(
      "the row",
      () => tree().waitForRow("Somebody else's"),
      ({ description }) => description === "changed on the service · SALESFORCE",
    );
    await lens("changed on the service: compare");

    await push();
    await workbench.dialog.press("Compare");
    await workbench.editor.waitForComparison({
      service: '"name": "Somebody else\'s"',
      file: '"name": "Salesforce EU"',
    });
    expect(patches()).toHaveLength(1);

    // Anyone who has compared isn't asked about the same change again.
    await workbench.runCommand("View: Close Editor");
    await lens("changed on the service, compared");
    await push();
    expect((await workbench.dialog.read()).message).toBe("Push “Somebody else's” to Acme?");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Salesforce EU is ready.");
    expect(patches()).toHaveLength(2);
    expect(acme().connections.get(id())?.name).toBe("Salesforce EU");
  });

  it("is not asked about again after a comparison, and the file is not called in sync", async () => {
    const { workbench } = session();
    acme().connections.change(id(), {});
    await push();
    await workbench.dialog.cancel();
    await lens("changed on the service: compare");
    await workbench.runCommand("Vault Connections: Compare with Service");
    await workbench.notifications.waitFor(
      "Salesforce EU has changed since this file was last pushed, compared, or created.",
    );
    await workbench.editor.waitForComparison({ service: "Salesforce EU", file: "Salesforce EU" });
    await workbench.editor.titleAction("Open Setup File");
    await workbench.editor.waitForTab(FILE);
    await lens("changed on the service, compared");
    await workbench.runCommand("Vault Connections: Compare with Service");
    // The title of the file has such a button too.
    await workbench.editor.waitForComparison({ service: "Salesforce EU", file: "Salesforce EU" });
    await workbench.editor.titleAction("Push");
    expect((await workbench.dialog.read()).message).toBe("Push “Salesforce EU” to Acme?");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Salesforce EU is ready.");
    await workbench.openFile(FILE);
    await workbench.waitForStatus("Acme · Salesforce EU · in sync");
  });

  it("has left its line in the lock file, from which the setup file opens", async () => {
    const { workbench, workspace } = session();
    const { fingerprint } = acme().connections.get(id()) ?? {};
    const text = await untilValue(
      "the state that was pushed last",
      () => readFile(join(workspace, LOCK_FILE), "utf8"),
      (shown) => shown.includes(String(fingerprint)),
    );
    const line = text.split("\n").findIndex((entry) => entry.includes(`/${id()}": {`));
    await workbench.openFile(LOCK_FILE);
    await workbench.editor.goTo(line + 1, 1);
    await workbench.page
      .locator(".editor-group-container.active .codelens-decoration > a", { hasText: exactly("Open Setup File") })
      .first()
      .click();
    await workbench.editor.waitForTab(FILE);
  });

  it("is not asked about after a rename in the sidebar, which sends the name alone", async () => {
    const { workbench } = session();
    const { quickInput, notifications, dialog } = workbench;
    await tree().chooseFromMenu("Salesforce EU", "Rename…");
    await quickInput.waitForStep("Rename Salesforce EU");
    await quickInput.submit("");
    await quickInput.waitForStep("Enter a name for the connection.");
    // What begins like a reference is text in a name that is typed.
    await quickInput.submit("Finance ${env:HOME}");
    expect((await dialog.read()).detail).toContain("name: “Finance ${env:HOME}”");
    await dialog.press("Push");
    await notifications.waitFor("Pushed. Finance ${env:HOME} is ready.");
    expect(patches().at(-1)?.body.toString()).toBe('{"name":"Finance ${env:HOME}"}');
    await tree().waitForRow("Finance ${env:HOME}");
    // It was ourselves who changed it, so that its setup file is notified of no change on the service.
    await workbench.openFile(FILE);
    const status = "Acme · Finance ${env:HOME} · in sync";
    await workbench.waitForStatus(status);
    await untilValue(
      "the code lens",
      () => readText(workbench.page.locator(".editor-group-container.active .codelens-decoration")),
      (text) => /\| in sync since \S/.test(text.replaceAll(/\s+/g, " ")),
    );
    const lists = { operation: "list", status: 200 } as const;
    const before = acme().requests.all(lists).length;
    await workbench.runCommand("Vault Connections: Refresh");
    await acme().requests.waitFor(lists, before + 1);
    const isShown = async (): Promise<boolean> => (await workbench.statusItems()).some(({ text }) => text === status);
    await untilStays("the status", isShown, true, TIMEOUT_MS);
  });

  it("is signed in to again with the key pasted into one line, for the settings are remembered", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    const before = assertions();
    await tree().chooseFromMenu("Acme", "Sign Out");
    await tree().waitForMessage(/^You're signed out of Acme\./);
    await beginSignIn("Acme");
    await choose("Choose how to sign in", "Private key");
    await quickInput.waitForStep("The client ID");
    expect(await quickInput.value()).toBe(acme().clientId);
    await quickInput.accept();
    await choose("The algorithm that signs the client's assertions", "PS256");
    await answer("The private key as PEM text", PEM.replaceAll("\n", ""));
    await answer("The address to request tokens from", "");
    await answer("The audience of the tokens", "");
    await answer("The audience of the client's assertions", "");
    await rowsOf("Acme", (rows) => rows.length === 4);
    expect(assertions()).toBe(before + 1);
  });
});
