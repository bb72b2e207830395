import assert from "node:assert/strict";
import { basename, dirname, join } from "node:path";

import * as vscode from "vscode";

import { until } from "../drive/until.js";
import { closeEditors, open, extension, commands } from "./extension.js";

/** The names of the files in `dist` that this extension host has loaded. */
function loadedBundles(): readonly string[] {
  // VS Code itself may lie below the same folder, with files of these names in its own extensions.
  const bundles = join(extension().extensionPath, "dist");
  return Object.keys(require.cache)
    .filter((file) => dirname(file) === bundles)
    .map((file) => basename(file));
}

describe("the extension", () => {
  it("isn't activated in a workspace without setup files", async () => {
    await open("plain.json", "{}\n");
    // One that wakes for the language, and one that wakes when the start is over: anyone who else would has done so, too.
    await until("the others", () =>
      ["json-language-features", "merge-conflict"].every(
        (name) => vscode.extensions.getExtension(`vscode.${name}`)?.isActive,
      ),
    );
    assert.equal(extension().isActive, false);
    assert.deepEqual(loadedBundles(), []);
    await closeEditors();
  });

  it("is activated by its view, and loads the HTTP library with a request", async () => {
    await vscode.commands.executeCommand("vaultconn.connections.focus");
    await until("the extension", () => extension().isActive);
    await until("the HTTP library", () => loadedBundles().includes("undici.js"));
    assert.deepEqual([...loadedBundles()].sort(), ["extension.js", "undici.js"]);
  });

  it("loads the language client with the first setup file", async () => {
    await open("first.vaultconn.json", "{}\n");
    await until("the language client", () => loadedBundles().includes("languageclient.js"));
    await closeEditors();
  });

  it("registers the commands of its manifest, and no others", async () => {
    const registered = (await vscode.commands.getCommands(true)).filter((id) => id.startsWith("vaultconn."));
    const ofViews = /^vaultconn\.(connections|pushes)\./;
    assert.deepEqual(registered.filter((id) => !ofViews.test(id)).sort(), [...commands()].sort());
  });
});
