import { describe, expect, it } from "vitest";

import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

describe("a window with the extension", () => {
  const service = useService("Acme", { connections: 3 });
  const session = useVsCode(() => ({
    workspace: { "notes.txt": "Nothing for the extension here.\n" },
    environment: service.environment(),
  }));

  it("shows the view container in the activity bar", async () => {
    const { workbench } = session();
    await expect.poll(() => workbench.viewContainers(), { timeout: 20_000 }).toContain("Vault Connections");
  });

  it("shows the connections of the tenant it is signed in to", async () => {
    const { workbench } = session();
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Connections");
    await tree.waitForRow("Billing webhook");
    const labels = (await tree.rows()).map(({ label }) => label);
    expect(labels).toEqual(["Acme", "Billing webhook", "Salesforce EU production", "Slack release notes"]);
    await workbench.screenshot("connections");
  });

  it("lists the extension's commands in the palette", async () => {
    const commands = await session().workbench.commandsMatching("Vault Connections");
    expect(commands).toContain("Vault Connections: Push");
    expect(commands).toContain("Vault Connections: Add Tenant…");
  });
});
