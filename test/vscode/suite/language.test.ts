import assert from "node:assert/strict";

import * as vscode from "vscode";

import { until } from "../drive/until.js";
import { closeEditors, open, write } from "./extension.js";

const FAULTY = `{
  "name": "Salesforce EU",
  "setup": {
    "type": "API_KEY",
    "api_ky": "k"
  }
}
`;

function errorsOf(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
}

/** The references in a document that have no value. */
function unresolved(document: vscode.TextDocument): readonly string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ code }) => typeof code === "object" && code.value === "unresolved-reference")
    .map(({ range }) => document.getText(range));
}

describe("the language of setup files", () => {
  afterEach(closeEditors);

  it("reports a mistake at its word until it's corrected", async () => {
    const editor = await open("faulty.vaultconn.json", FAULTY);
    const { document } = editor;
    const errors = await until("the diagnostics", () => errorsOf(document).length > 0 && errorsOf(document));
    assert.deepEqual(
      errors.map(({ range, source }) => [document.getText(range), source]),
      [['"api_ky"', "vaultconn"]],
    );

    const start = document.positionAt(document.getText().indexOf("api_ky"));
    await editor.edit((change) => {
      change.replace(new vscode.Range(start, start.translate(0, "api_ky".length)), "api_key");
    });
    await until("the diagnostics to go", () => errorsOf(document).length === 0);
  });

  it("reports a file outside the workspace folder as missing", async () => {
    await write("inside.txt", "mia");
    await write("../outside.txt", "mia");
    const { document } = await open(
      "files.vaultconn.json",
      '{ "setup": { "type": "BASIC_AUTH", "username": "${file:inside.txt}", "password": "${file:../outside.txt}" } }\n',
    );
    await until("the one warning", () => unresolved(document).join() === "${file:../outside.txt}");
  });
});
