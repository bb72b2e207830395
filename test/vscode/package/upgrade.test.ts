import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, inject, it } from "vitest";

import manifest from "../../../package.json" with { type: "json" };
import { until } from "../drive/until.js";
import { canary, ui, useService, useVsCode } from "../driven/window.js";
import { installVsix } from "../host/vscode-server.js";

const [OLD, NEW] = ["canary-upgrade-1-60e2", "canary-upgrade-2-b7d4"].map(canary);
const LATER = canary("canary-upgrade-3-09fa");
const TENANT = "Acme";
/** The files that use the secret of each version, and one whose push is interrupted. */
const [ONE, TWO, LOST, THREE] = ["one", "two", "lost", "three"].map((name) => `${name}.vaultconn.json`);

const ROTATED = /New value of FIRST_KEY\. .*\b2\b/;
const INTERRUPTED = /“Lost” to Acme was interrupted/;

/** One story: what's stored and open goes with the user to this version, back to the one before, and here again. */
describe("an update", () => {
  const acme = useService(TENANT, { connections: 8 });
  useVsCode(() => {
    for (const [index, name] of ["One", "Two", "Lost", "Three"].entries())
      acme().connections.change(acme.id(index), { name, ready: true });
    const file = (index: number, token: string): string => acme.file(index, { setup: { type: "BEARER", token } });
    return {
      extensions: [vsixOf(inject("releaseBefore"))],
      workspace: Object.fromEntries([
        [ONE, file(0, "${secret:FIRST_KEY}")],
        [TWO, file(1, "${secret:FIRST_KEY}")],
        [LOST, acme.file(2, { name: "Found" })],
        [THREE, file(3, "${secret:SECOND_KEY}")],
      ]) as Record<string, string>,
    };
  });

  function vsixOf({ packages, version }: { readonly packages: string; readonly version: string }): string {
    return join(packages, `vault-connections-${version}.vsix`);
  }

  /** Installs a version over the other, and restarts what runs of it, as VS Code asks a user to. */
  async function change(to: "this" | "before"): Promise<void> {
    const versions = {
      this: { packages: inject("packages"), version: manifest.version },
      before: inject("releaseBefore"),
    };
    await installVsix(inject("vscode"), ui.session.server.home, vsixOf(versions[to]));
    await ui.workbench.reload();
    await ui.workbench.openViewContainer("Vault Connections");
    await ui.workbench.pushes.openSection();
    const installed = await readdir(ui.session.server.home.extensions);
    expect(installed).toContain(`vaultconn.vault-connections-${versions[to].version}`);
  }

  /** Pushes a file, and waits until the service has the update. */
  async function push(name = ""): Promise<void> {
    const before = acme.patches().length;
    await ui.workbench.push(name);
    await ui.dialog.press("Push");
    await until("the update", () => acme.patches().length === before + 1);
  }

  /** What every version shows of what's stored, as soon as it runs. */
  async function expectEverything(secrets: readonly string[], pushes: readonly string[]): Promise<void> {
    // What's open is told first: a message that's dismissed below isn't repeated.
    await ui.notifications.waitFor(ROTATED);
    await ui.notifications.waitFor(INTERRUPTED);
    await ui.tree.rowsOf(TENANT, (rows) => rows.some(({ label }) => label === "Three"));
    await ui.workbench.pushes.waitForRows((rows) => {
      const shown = rows.filter(({ level }) => level === 2).map(({ label }) => label);
      return pushes.every((name) => shown.includes(name));
    });
    // A secret that a file needs is listed, too.
    const stored = (await ui.workbench.storedSecrets()).filter(
      ([name, use]) => name.endsWith("_KEY") && !use.includes("not stored"),
    );
    expect(stored.map(([name]) => name).sort()).toEqual(secrets);
  }

  it("has something to lose", async () => {
    await ui.workbench.runCommand("Vault Connections: Add Tenant…");
    await ui.quickInput.answer("The tenant's address", acme().baseUrl);
    await ui.quickInput.choose("Choose how to sign in", "Access token");
    await ui.quickInput.waitForStep("An access token with");
    await ui.quickInput.pressButton("Advanced Settings");
    await ui.quickInput.answer("The name in the sidebar", TENANT);
    await ui.quickInput.choose("Select what applies to the tenant");
    await ui.quickInput.choose("The address of a connection's page");
    await ui.quickInput.answer("An access token with", acme().accessToken);
    await ui.tree.rowsOf(TENANT, (rows) => rows.length > 1);
    await ui.workbench.storeSecret("FIRST_KEY", OLD ?? "");
    await push(ONE);
    await push(TWO);
    await ui.workbench.runCommand("Vault Connections: Show Stored Secrets");
    await ui.quickInput.pick("FIRST_KEY");
    await ui.quickInput.answer("The new value of FIRST_KEY.", NEW ?? "");
    await ui.notifications.waitFor(ROTATED);
    acme().faults.add({ kind: "silence", how: "hang", when: "before" }, { operation: "update", id: acme.id(2) });
    await push(LOST);
  });

  it("keeps tenants, secrets, history, and what's open", async () => {
    await change("this");
    await expectEverything(["FIRST_KEY"], ["One", "Two", "Lost"]);
    await ui.workbench.storeSecret("SECOND_KEY", LATER);
    await push(THREE);
  });

  it("can be undone without a loss", async () => {
    await change("before");
    await expectEverything(["FIRST_KEY", "SECOND_KEY"], ["One", "Two", "Lost", "Three"]);
    // It needs what the newer version has stored, and knows what that has pushed.
    await ui.workbench.openFile(THREE ?? "");
    await ui.workbench.waitForStatus("Acme · Three · in sync");
    await push(THREE);
  });

  it("goes on where the version before has stopped", async () => {
    await change("this");
    await expectEverything(["FIRST_KEY", "SECOND_KEY"], ["One", "Two", "Lost", "Three"]);
    const before = acme.bodies().length;
    await ui.notifications.press(ROTATED, "Push 2 Files…");
    await ui.dialog.press("Push");
    await until("both updates", () => acme.bodies().length === before + 2);
    expect(acme.bodies().slice(before)).toEqual(Array(2).fill(expect.stringContaining(NEW ?? "")));
    await ui.notifications.press(INTERRUPTED, "Check Now");
    await ui.notifications.waitFor("Not applied yet: “Lost” is unchanged.");
    expect(acme.patches()).toHaveLength(before + 2);
  });
});
