import { describe, expect, it } from "vitest";

import { useVsCode } from "./use-vscode.js";

describe("a window with the extension", () => {
  const session = useVsCode({ workspace: { "notes.txt": "Nothing for the extension here.\n" } });

  it("shows the view container in the activity bar", async () => {
    const { workbench } = session();
    await expect.poll(() => workbench.viewContainers(), { timeout: 20_000 }).toContain("Vault Connections");
    await workbench.openViewContainer("Vault Connections");
    await workbench.screenshot("view-container");
  });

  it("lists the extension's commands in the palette", async () => {
    const commands = await session().workbench.commandsMatching("Vault Connections");
    expect(commands).toContain("Vault Connections: Push");
    expect(commands).toContain("Vault Connections: Add Tenant…");
  });
});
