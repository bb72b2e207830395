import { until } from "../../../test/vscode/drive/until.js";
import { type Scene } from "../scene.js";

const FILE = `{
  "id": "ac_SYi5gR27R32pB1qiVGpG",
  "tenant": "acme.example.com",
  "name": "Salesforce EU",
  "setup": {
    "type": "API_KEY",
    "api_key": "\${env:SALESFORCE_KEY}",
    "base_url": "https://eu.salesforce.example.com"
  }
}
`;

/** What is sent where, before anything is sent. */
export const review: Scene = {
  picture: "docs/images/review",
  themes: ["dark"],
  window: { width: 820, height: 480 },
  workspace: { "salesforce.vaultconn.json": FILE },
  environment: { SALESFORCE_KEY: "not-a-real-key" },
  play: async ({ signIn, tree, workbench }) => {
    await signIn("Acme");
    await tree.waitForRow("Salesforce EU production");
    await workbench.openFile("salesforce.vaultconn.json");
    await until("the code lens", async () =>
      (await workbench.editor.codeLenses()).some((lens) => lens.startsWith("Push to Acme")),
    );
    await workbench.runCommand("Vault Connections: Push");
    await workbench.dialog.read();
    return undefined;
  },
};
