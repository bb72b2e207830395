import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type LockEntry, lockText, markOf } from "../../../client/core/lock/lockEntries.js";
import { maskedDigest } from "../../../client/core/lock/maskedDigest.js";
import { recordFrom } from "../../unit/records.js";
import { canary, ui, useService, useVsCode } from "./window.js";

const VALUE = canary("canary-team-4f1e");
const FILES = ["one", "two", "three"];

/** What the lock file knows, and what's said of it, first without any rows. */
const LOCKED = [
  ["locked", "pushed", "in sync"],
  ["edited", "unpushed changes", "unpushed changes"],
  ["drifted", "pushed", "changed on the service"],
] as const;
const FIRST_LOCKED = 4;

/** One story: a repository of a team, on a computer that has nothing else of it yet. */
describe("a repository that was just cloned", () => {
  const globex = useService("Globex");
  const lockedFile = (index: number) => globex.file(FIRST_LOCKED + index, { name: "As pushed" });
  /** What a colleague pushed: of the second, another name, and the third has changed on the service since then. */
  const lock = () => {
    const entries = LOCKED.map(([name], index): LockEntry => {
      const [id, tenant] = [globex.id(FIRST_LOCKED + index), globex.host()];
      const request = { name: name === "edited" ? "Before" : "As pushed" };
      const digest = maskedDigest({ id, tenant, inspected: { request } });
      globex().connections.change(id, request);
      const mark = markOf(recordFrom(globex().connections.get(id)));
      return { id, tenant, digest, ...mark, ...(name === "drifted" && { fingerprint: "earlier" }) };
    });
    return lockText(entries);
  };
  useVsCode(() => ({
    settings: { "vaultconn.tenants": [{ name: "Globex", baseUrl: globex().baseUrl }] },
    workspace: {
      ...Object.fromEntries(
        FILES.map((name, index) => [
          `${name}.vaultconn.json`,
          globex.file(index, { name: `Team ${name}`, setup: { type: "BEARER", token: "${secret:TEAM_TOKEN}" } }),
        ]),
      ),
      ...Object.fromEntries(LOCKED.map(([name], index) => [`${name}.vaultconn.json`, lockedFile(index)])),
      "vaultconn.lock.json": lock(),
    },
  }));

  const pushChanged = () => ui.workbench.runCommand("Vault Connections: Push Changed Files…");
  const pickAll = async () => {
    await ui.quickInput.waitForStep("Push changed files");
    await ui.quickInput.toggleAll();
    await ui.quickInput.accept();
  };

  it("goes by the lock file, before and after it's signed in", async () => {
    for (const [name, state] of LOCKED) {
      await ui.workbench.openFile(`${name}.vaultconn.json`);
      await ui.workbench.waitForStatus(`As pushed · ${state}`);
    }
  });

  it("says one reason for all files with what helps, and goes on after that", async () => {
    await pushChanged();
    await ui.notifications.press(
      "You're signed out of Globex. Files that can be pushed after you sign in: 4.",
      "Sign In",
    );
    await ui.workbench.signIn(globex().accessToken);
    await ui.quickInput.waitForStep("Push changed files");
    await ui.quickInput.cancel();
    for (const [name, , state] of LOCKED) {
      await ui.workbench.openFile(`${name}.vaultconn.json`);
      await ui.workbench.waitForStatus(state);
    }
    await writeFile(
      join(ui.session.workspace, "edited.vaultconn.json"),
      globex.file(FIRST_LOCKED + 1, { name: "Before" }),
    );
    await ui.workbench.openFile("edited.vaultconn.json");
    await ui.workbench.waitForStatus("in sync");
    await rm(join(ui.session.workspace, "drifted.vaultconn.json"));
    await pushChanged();
    await pickAll();
    await ui.notifications.press("TEAM_TOKEN", "Store as Secret");
    await ui.quickInput.answer("Store a value for ${secret:TEAM_TOKEN}", VALUE);
    expect((await ui.dialog.read()).message).toBe("Push 3 files to Globex?");
    await ui.dialog.cancel();
    await ui.notifications.dismissAll();
    globex().revokeTokens();
    await pushChanged();
    await pickAll();
    const expired = "Your access token for Globex has expired or is invalid";
    expect(await ui.notifications.buttons(expired)).toEqual(["Sign In", "Show Other Pushes"]);
    await ui.notifications.press(expired, "Sign In");
    await ui.workbench.signIn(canary(await globex().token()));
    await ui.dialog.press("Push");
    await ui.notifications.waitFor("3 files pushed.");
    expect(globex.patches()).toHaveLength(3);
  });

  it("counts as pushed what only the lock file knows, if a secret is removed", async () => {
    await ui.workbench.runCommand("View: Close All Editors");
    await ui.workbench.storeSecret("LOCKED_NAME", VALUE);
    const edited = "edited.vaultconn.json";
    await writeFile(
      join(ui.session.workspace, edited),
      globex.file(FIRST_LOCKED + 1, { name: "${secret:LOCKED_NAME}" }),
    );
    await ui.workbench.openFile(edited);
    await ui.workbench.waitForStatus("unpushed changes");
    await ui.workbench.runCommand("Vault Connections: Show Stored Secrets");
    await ui.quickInput.waitForStep("Choose a secret to");
    await ui.quickInput.pressRowButton("LOCKED_NAME", "Remove or Show");
    await ui.quickInput.pick("Remove…");
    expect((await ui.dialog.read()).detail).toContain(`• ${edited}: pushed to Globex`);
    await ui.dialog.cancel();
  });
});
