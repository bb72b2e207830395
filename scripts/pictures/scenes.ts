import { until } from "../../test/vscode/drive/until.js";
import type { Scene, Stage } from "./take.js";

/** The connection of the story that the documentation tells, its file, and the reference in it. */
const NAME = "Salesforce EU production";
export const FILE = "salesforce-eu-production.vaultconn.json";
export const SECRET = "ACME_SALESFORCE_EU_PRODUCTION_API_KEY";
export const SETUP = {
  type: "API_KEY",
  api_key: `\${secret:${SECRET}}`,
  base_url: "https://eu.salesforce.example.com",
};

/** The setup file of a connection, that of the story if no ID is given. */
export function setupFile(
  setup: Readonly<Record<string, string>> = SETUP,
  { id = "ac_SYi5gR27R32pB1qiVGpG", name }: { readonly id?: string; readonly name?: string } = {},
): string {
  return `${JSON.stringify({ id, tenant: "acme.example.com", name, setup }, undefined, 2)}\n`;
}

/** Opens the sidebar, signs in to Acme as a user does, by its row, and waits for a connection. */
async function signIn({ workbench, service }: Stage, connection: string): Promise<void> {
  await workbench.openViewContainer("Vault Connections");
  await workbench.clickToAsk("Acme");
  await workbench.signIn(await service.token());
  await workbench.tree.waitForRow(connection);
}

/** Signs in to Acme, and opens the file of the story. */
export async function open(stage: Stage): Promise<void> {
  await signIn(stage, NAME);
  await stage.workbench.openFile(FILE);
  await stage.workbench.editor.waitForLenses(/^Push to Acme/);
}

/** Stores the secret while no file is open, into which a reference would be written. */
export async function store({ workbench }: Stage): Promise<void> {
  await workbench.storeSecret(SECRET, "not-a-real-key");
  await workbench.notifications.waitFor("The secret is stored.");
  await workbench.notifications.dismissAll();
}

/** The pictures of files, connections, and the first push. */
export const SCENES: readonly Scene[] = [
  {
    // The sidebar with two tenants, and a misspelt field with its message.
    picture: "docs/images/overview",
    window: { width: 1080, height: 440 },
    tenants: [
      { name: "Acme", host: "acme.example.com", connections: 12, production: true },
      { name: "Acme staging", host: "staging.acme.example.com", connections: 3 },
    ],
    workspace: { [FILE]: setupFile({ type: SETUP.type, api_ky: SETUP.api_key, base_url: SETUP.base_url }) },
    play: async (stage) => {
      const { editor } = stage.workbench;
      await open(stage);
      // Drags the edge between sidebar and editor.
      const from = { force: true, sourcePosition: { x: -2, y: 200 } };
      const to = { targetPosition: { x: 430, y: 200 }, steps: 2 };
      await stage.page.locator(".part.editor").dragTo(stage.page.locator(".monaco-workbench"), { ...from, ...to });
      await until("the diagnostic", async () => (await editor.squiggles()).error === 1);
      await editor.placeCursorBefore("api_ky");
      await editor.press("F8");
    },
  },
  {
    // What is sent where, before anything is sent.
    picture: "docs/images/review",
    window: { width: 820, height: 480 },
    workspace: { [FILE]: setupFile() },
    play: async (stage) => {
      await store(stage);
      await open(stage);
      await stage.workbench.runCommand("Vault Connections: Push");
      await stage.workbench.dialog.read();
    },
  },
  {
    // What a push would change: the record on the left, the file on the right.
    picture: "docs/images/compare",
    window: { width: 1000, height: 460 },
    workspace: { [FILE]: setupFile(SETUP, { name: "Salesforce EU" }) },
    play: async (stage) => {
      await open(stage);
      await stage.workbench.runCommand("View: Toggle Primary Side Bar Visibility");
      await stage.workbench.runCommand("Vault Connections: Compare with Service");
      await stage.page.locator(".monaco-diff-editor .line-insert").first().waitFor();
    },
    // Below this there is nothing but empty lines.
    part: { x: 52, y: 0, width: 948, height: 262 },
  },
  {
    // The page with charts of connections, files and pushes.
    picture: "docs/images/overview-page",
    theme: "light",
    window: { width: 1180, height: 760 },
    tenants: [{ name: "Acme", host: "acme.example.com", connections: 60 }],
    workspace: { [FILE]: setupFile() },
    play: async (stage) => {
      await signIn(stage, "Billing webhook");
      await stage.workbench.runCommand("Vault Connections: Show Overview");
      const frame = stage.page.frameLocator("iframe.webview").frameLocator("iframe");
      await frame.locator(".bar").first().waitFor({ state: "attached" });
    },
  },
];
