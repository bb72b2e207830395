import { untilValue } from "../../../test/vscode/drive/until.js";
import { type Scene } from "../scene.js";

const FAULTY = `{
  "id": "ac_SYi5gR27R32pB1qiVGpG",
  "tenant": "acme.example.com",
  "name": "Salesforce EU production",
  "setup": {
    "type": "API_KEY",
    "api_ky": "\${secret:salesforce_key}",
    "base_url": "https://eu.salesforce.example.com"
  }
}
`;

/** The sidebar with two tenants, and a misspelt field with its message. */
export const overview: Scene = {
  picture: "docs/images/overview",
  themes: ["dark"],
  window: { width: 1080, height: 440 },
  sidebar: 380,
  tenants: [
    { name: "Acme", host: "acme.example.com", connections: 12, production: true },
    { name: "Acme staging", host: "staging.acme.example.com", connections: 3 },
  ],
  workspace: { "salesforce-eu-production.vaultconn.json": FAULTY },
  play: async ({ signIn, tree, workbench }) => {
    await signIn("Acme");
    await tree.waitForRow("Salesforce EU production");
    await workbench.openFile("salesforce-eu-production.vaultconn.json");
    await untilValue(
      "the diagnostic",
      () => workbench.editor.squiggles(),
      ({ error }) => error === 1,
    );
    await untilValue(
      "the code lens",
      () => workbench.editor.codeLenses(),
      (lenses) => lenses.some((lens) => lens.startsWith("Push to Acme")),
    );
    await workbench.editor.placeCursorBefore("api_ky");
    await workbench.editor.press("F8");
    return undefined;
  },
};
