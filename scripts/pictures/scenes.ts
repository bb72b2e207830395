import { until } from "../../test/vscode/drive/until.js";
import type { Scene, Stage } from "./take.js";

/** A setup file of the first connection. */
function setupFile(name: string, setup?: Readonly<Record<string, string>>): string {
  const file = { id: "ac_SYi5gR27R32pB1qiVGpG", tenant: "acme.example.com", name, setup };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Signs in to Acme, waits for a row and opens a file. */
async function open({ signIn, tree, workbench }: Stage, row: string, file: string): Promise<void> {
  await signIn("Acme");
  await tree.waitForRow(row);
  await workbench.openFile(file);
  await workbench.editor.waitForLenses(/^Push to Acme/);
}

/** Every picture that the documentation shows. */
export const SCENES: readonly Scene[] = [
  {
    // The sidebar with two tenants, and a misspelt field with its message.
    picture: "docs/images/overview",
    theme: "dark",
    window: { width: 1080, height: 440 },
    sidebar: 380,
    tenants: [
      { name: "Acme", host: "acme.example.com", connections: 12, production: true },
      { name: "Acme staging", host: "staging.acme.example.com", connections: 3 },
    ],
    workspace: {
      "salesforce-eu-production.vaultconn.json": setupFile("Salesforce EU production", {
        type: "API_KEY",
        api_ky: "${secret:salesforce_key}",
        base_url: "https://eu.salesforce.example.com",
      }),
    },
    play: async (stage) => {
      const { editor } = stage.workbench;
      await open(stage, "Salesforce EU production", "salesforce-eu-production.vaultconn.json");
      await until("the diagnostic", async () => (await editor.squiggles()).error === 1);
      await editor.placeCursorBefore("api_ky");
      await editor.press("F8");
      return undefined;
    },
  },
  {
    // What is sent where, before anything is sent.
    picture: "docs/images/review",
    theme: "dark",
    window: { width: 820, height: 480 },
    workspace: {
      "salesforce.vaultconn.json": setupFile("Salesforce EU", {
        type: "API_KEY",
        api_key: "${env:SALESFORCE_KEY}",
        base_url: "https://eu.salesforce.example.com",
      }),
    },
    environment: { SALESFORCE_KEY: "not-a-real-key" },
    play: async (stage) => {
      await open(stage, "Salesforce EU production", "salesforce.vaultconn.json");
      await stage.workbench.runCommand("Vault Connections: Push");
      await stage.workbench.dialog.read();
      return undefined;
    },
  },
  {
    // What a push would change: the record on the left, the file on the right.
    picture: "docs/images/compare",
    theme: "dark",
    window: { width: 1000, height: 460 },
    workspace: {
      "salesforce.vaultconn.json": setupFile("Salesforce EU", {
        type: "OAUTH_CLIENT_CREDENTIALS",
        client_id: "flows-acme",
        client_secret: "${env:FLOWS_SECRET}",
        token_endpoint: "https://id.example.com/token",
      }),
    },
    environment: { FLOWS_SECRET: "not-a-real-secret" },
    play: async (stage) => {
      await open(stage, "Salesforce EU production", "salesforce.vaultconn.json");
      await stage.workbench.runCommand("View: Toggle Primary Side Bar Visibility");
      await stage.workbench.runCommand("Vault Connections: Compare with Service");
      await stage.page.locator(".monaco-diff-editor .line-insert").first().waitFor();
      // Below this there is nothing but empty lines.
      return { x: 52, y: 0, width: 948, height: 262 };
    },
  },
  {
    // The page with charts of connections, files and pushes.
    picture: "docs/images/overview-page",
    theme: "light",
    window: { width: 1180, height: 760 },
    tenants: [{ name: "Acme", host: "acme.example.com", connections: 60 }],
    workspace: { "salesforce.vaultconn.json": setupFile("Salesforce EU") },
    play: async ({ signIn, tree, workbench, page }) => {
      await signIn("Acme");
      await tree.waitForRow("Billing webhook");
      await workbench.runCommand("Vault Connections: Show Overview");
      const frame = page.frameLocator("iframe.webview").frameLocator("iframe");
      await frame.locator(".bar").first().waitFor({ state: "attached" });
      return undefined;
    },
  },
];
