import assert from "node:assert/strict";

import * as vscode from "vscode";

import { until } from "../drive/until.js";
import { closeEditors, open } from "./extension.js";

/** What is notified about a document, as `word: severity`, in the order of the text. */
function told(document: vscode.TextDocument): readonly string[] {
  const diagnostics = vscode.languages
    .getDiagnostics(document.uri)
    .sort((a, b) => a.range.start.compareTo(b.range.start));
  return diagnostics.map(({ range, severity }) => `${document.getText(range)}: ${vscode.DiagnosticSeverity[severity]}`);
}

describe("a push without values", () => {
  afterEach(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
    await closeEditors();
  });

  it("marks what the language server can't know, once", async () => {
    await open("empty.txt", "");
    const { document } = await open(
      "missing.vaultconn.json",
      '{ "id": "ac_1", "setup": { "type": "BASIC_AUTH", "username": "${file:empty.txt}", "password": "${secret:suite.none}" } }\n',
    );
    await until("the server's warning", () => told(document).includes("${secret:suite.none}: Warning"));
    await vscode.commands.executeCommand("vaultconn.push", document.uri);
    const marked = await until(
      "the push's mark",
      () => told(document).some((line) => line.endsWith("Error")) && told(document),
    );
    assert.deepEqual(marked, ["${file:empty.txt}: Error", "${secret:suite.none}: Warning"]);
  });
});
