import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { untilDone, untilStays, untilValue } from "../drive/until.js";
import { canary } from "./use-canaries.js";
import { useService } from "./use-service.js";
import { useTenants } from "./use-tenants.js";
import { useVsCode } from "./use-vscode.js";

const FILE = "payroll.vaultconn.json";
const KEY_FILE = "client-key.pem";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** One story: the tenant that the first test adds. */
describe("a tenant with a private key", () => {
  const acme = useService("Acme", { connections: 3 });
  const session = useVsCode(() => {
    for (const line of PEM.split("\n").filter((text) => text.length === 64)) canary(line);
    acme().client.publicKey = publicKey.export({ type: "spki", format: "pem" }).toString();
    const file = { id: acme().connections.idAt(0), tenant: new URL(acme().origin).host, name: "Payroll" };
    return { workspace: { [FILE]: `${JSON.stringify(file)}\n`, [KEY_FILE]: PEM } };
  });
  const { answer, choose, rowsOf, beginSignIn, tree } = useTenants(session);
  const assertions = (): number => acme().requests.all({ operation: "token" }).length;

  it("is added with a key that is read from a PEM file", async () => {
    const { workbench, workspace } = session();
    const { quickInput } = workbench;
    await workbench.openViewContainer("Vault Connections");
    await workbench.runCommand("Vault Connections: Add Tenant…");
    await answer("The tenant's address", acme().baseUrl);
    await answer("The name it has", "Acme");
    await choose("What to be careful about");
    await choose("How to sign in", "Private key");
    await answer("The client id", acme().clientId);
    await choose("How the client's assertions are signed", "PS256");
    await quickInput.waitForStep("The private key as PEM text");
    expect(await quickInput.isMasked()).toBe(true);
    await quickInput.submit("no key");
    await quickInput.waitForStep("This is not a private key as PEM text");
    await workbench.screenshot("private-key-step");
    await quickInput.pressButton("Read From a PEM File");
    // VS Code's own dialog for files, as it is where the window is no desktop's.
    await untilValue(
      "the dialog for files",
      () => quickInput.title(),
      (title) => title.includes("Read From a PEM File"),
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
    await answer("Where tokens are asked for", "");
    await answer("The audience tokens are for", "");
    await answer("The audience of the client's assertions", "");
    await rowsOf("Acme", (rows) => rows.length === 4);
    expect(assertions()).toBe(1);
  });

  it("takes a push", async () => {
    const { workbench } = session();
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Push");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Payroll is ready.");
    expect(acme().connections.get(acme().connections.idAt(0))?.name).toBe("Payroll");
    await workbench.notifications.dismissAll();
  });

  it("is signed in to again with the key pasted into one line, for the settings are remembered", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    const before = assertions();
    await tree().chooseFromMenu("Acme", "Sign Out");
    await untilValue(
      "the message",
      () => tree().message(),
      (text) => text.startsWith("You are signed out of Acme."),
    );
    await beginSignIn("Acme");
    await choose("How to sign in", "Private key");
    await quickInput.waitForStep("The client id");
    expect(await quickInput.value()).toBe(acme().clientId);
    await quickInput.accept();
    await choose("How the client's assertions are signed", "PS256");
    await answer("The private key as PEM text", PEM.replaceAll("\n", ""));
    await answer("Where tokens are asked for", "");
    await answer("The audience tokens are for", "");
    await answer("The audience of the client's assertions", "");
    await rowsOf("Acme", (rows) => rows.length === 4);
    expect(assertions()).toBe(before + 1);
  });
});
