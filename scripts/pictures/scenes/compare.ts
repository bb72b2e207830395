import { until } from "../../../test/vscode/drive/until.js";
import { type Scene } from "../scene.js";

const FILE = `{
  "id": "ac_SYi5gR27R32pB1qiVGpG",
  "tenant": "acme.example.com",
  "name": "Salesforce EU",
  "setup": {
    "type": "OAUTH_CLIENT_CREDENTIALS",
    "client_id": "flows-acme",
    "client_secret": "\${env:FLOWS_SECRET}",
    "token_endpoint": "https://id.example.com/token"
  }
}
`;

/** What a push would change: the record on the left, the file on the right. */
export const compare: Scene = {
  picture: "docs/images/compare",
  themes: ["dark"],
  window: { width: 1000, height: 460 },
  workspace: { "salesforce.vaultconn.json": FILE },
  environment: { FLOWS_SECRET: "not-a-real-secret" },
  play: async ({ signIn, tree, workbench, page }) => {
    await signIn("Acme");
    await tree.waitForRow("Salesforce EU production");
    await workbench.openFile("salesforce.vaultconn.json");
    await until("the code lens", async () =>
      (await workbench.editor.codeLenses()).some((lens) => lens.startsWith("Push to Acme")),
    );
    await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
    await workbench.runCommand("Vault Connections: Compare with Service");
    await page.locator(".monaco-diff-editor .line-insert").first().waitFor();
    // Below this there is nothing but empty lines.
    return { x: 52, y: 0, width: 948, height: 262 };
  },
};
