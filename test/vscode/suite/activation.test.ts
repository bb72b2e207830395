import assert from "node:assert/strict";

import * as vscode from "vscode";

import { until } from "../drive/until.js";
import { extension, manifest } from "./manifest.js";

/** The names of the files in `dist` that this extension host has loaded. */
function loadedBundles(): readonly string[] {
  const { extensionPath } = extension();
  const loaded = Object.keys(require.cache).filter((file) => file.startsWith(extensionPath));
  return loaded.flatMap((file) => /[/\\]dist[/\\](.+)$/.exec(file)?.[1] ?? []);
}

describe("the extension", () => {
  it("activates", async () => {
    await extension().activate();
    assert.equal(extension().isActive, true);
  });

  it("loads the HTTP library with the first request, not before", async () => {
    const before = loadedBundles();
    assert.ok(before.includes("extension.js"), before.join(", "));
    assert.ok(!before.includes("undici.js"), before.join(", "));
    await vscode.commands.executeCommand("vaultconn.connections.focus");
    await until("the HTTP library", () => loadedBundles().includes("undici.js"));
  });

  it("registers the commands of its manifest, and no others", async () => {
    const registered = (await vscode.commands.getCommands(true)).filter((id) => id.startsWith("vaultconn."));
    const commands = manifest().contributes.commands.map(({ command }) => command);
    assert.deepEqual(registered.filter((id) => !id.startsWith("vaultconn.connections.")).sort(), [...commands].sort());
  });
});
