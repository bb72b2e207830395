import assert from "node:assert/strict";

import * as vscode from "vscode";

import { until } from "../drive/until.js";
import { closeEditors, open } from "./files.js";

const FAULTY = `{
  "name": "Salesforce EU",
  "setup": {
    "type": "API_KEY",
    "api_ky": "k"
  }
}
`;

function errorsOf(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(document.uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
}

describe("the language of setup files", () => {
  afterEach(closeEditors);

  it("is known by the ending of the name", async () => {
    const { document } = await open("named.vaultconn.json", "{}\n");
    assert.equal(document.languageId, "vaultconn");
  });

  it("is not that of other JSON files", async () => {
    const { document } = await open("plain.json", FAULTY);
    assert.equal(document.languageId, "json");
  });

  it("reports a fault on its word, and takes it back after an edit", async () => {
    const editor = await open("faulty.vaultconn.json", FAULTY);
    const { document } = editor;
    const errors = await until("the diagnostics", () => errorsOf(document).length > 0 && errorsOf(document));
    assert.deepEqual(errors.map(({ range, source }) => [document.getText(range), source]), [['"api_ky"', "vaultconn"]]);

    const start = document.positionAt(document.getText().indexOf("api_ky"));
    await editor.edit((change) => {
      change.replace(new vscode.Range(start, start.translate(0, "api_ky".length)), "api_key");
    });
    await until("the diagnostics to go", () => errorsOf(document).length === 0);
  });

  it("offers the fields the chosen variant still lacks", async () => {
    const text = '{ "setup": { "type": "BASIC_AUTH", "username": "mia",  } }\n';
    const { document } = await open("fields.vaultconn.json", text);
    const position = document.positionAt(text.indexOf(",  }") + 2);
    const list = await until("completions", async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>("vscode.executeCompletionItemProvider", document.uri, position);
      return items.length > 0 && items;
    });
    const labels = list.map(({ label }) => (typeof label === "string" ? label : label.label));
    assert.ok(labels.includes("password"), labels.join(", "));
    assert.ok(!labels.includes("username"), labels.join(", "));
  });
});
