import { describe, expect, it } from "vitest";
import { canary, useService, dialog, notifications, quickInput, useVsCode, workbench } from "./window.js";

const VALUE = canary("canary-team-4f1e");
const FILES = ["one", "two", "three"];

/** One story: a repository of a team, on a computer that has nothing else of it yet. */
describe("a repository that was just cloned", () => {
  const globex = useService("Globex");
  useVsCode(() => ({
    settings: { "vaultconn.tenants": [{ name: "Globex", baseUrl: globex().baseUrl }] },
    workspace: Object.fromEntries(
      FILES.map((name, index) => [
        `${name}.vaultconn.json`,
        globex.file(index, { name: `Team ${name}`, setup: { type: "BEARER", token: "${secret:TEAM_TOKEN}" } }),
      ]),
    ),
  }));

  const pushChanged = () => workbench.runCommand("Vault Connections: Push Changed Files…");
  const pickAll = async () => {
    await quickInput.waitForStep("Push changed files");
    await quickInput.toggleAll();
    await quickInput.accept();
  };

  it("says one reason for all files with what helps, and goes on after that", async () => {
    await pushChanged();
    await notifications.press("You're signed out of Globex. Files that can be pushed after you sign in: 3.", "Sign In");
    await workbench.signIn(globex().accessToken);
    await pickAll();
    await notifications.press("TEAM_TOKEN", "Store as Secret");
    await quickInput.answer("Store a value for ${secret:TEAM_TOKEN}", VALUE);
    expect((await dialog.read()).message).toBe("Push 3 files to Globex?");
    await dialog.cancel();
    await notifications.dismissAll();
    globex().revokeTokens();
    await pushChanged();
    await pickAll();
    const expired = "Your access token for Globex has expired or is invalid";
    expect(await notifications.buttons(expired)).toEqual(["Sign In", "Show Other Pushes"]);
    await notifications.press(expired, "Sign In");
    await workbench.signIn(canary(await globex().token()));
    await dialog.press("Push");
    await notifications.waitFor("3 files pushed.");
    expect(globex.patches()).toHaveLength(3);
  });
});
