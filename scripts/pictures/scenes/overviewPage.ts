import { type Scene } from "../scene.js";

const FILE = (id: string): string => `{ "id": "${id}", "tenant": "acme.example.com", "name": "Salesforce EU" }\n`;

/** The page with pictures of how connections, files and pushes stand. */
export const overviewPage: Scene = {
  picture: "docs/images/overview-page",
  themes: ["light"],
  window: { width: 1180, height: 760 },
  tenants: [{ name: "Acme", host: "acme.example.com", connections: 60 }],
  workspace: { "salesforce.vaultconn.json": FILE("ac_SYi5gR27R32pB1qiVGpG") },
  play: async ({ signIn, tree, workbench, page }) => {
    await signIn("Acme");
    await tree.waitForRow("Billing webhook");
    await workbench.runCommand("Vault Connections: Show Overview");
    const frame = page.frameLocator("iframe.webview").frameLocator("iframe");
    await frame.locator(".ct-bar").first().waitFor({ state: "attached" });
    return undefined;
  },
};
