import assert from "node:assert/strict";

import * as vscode from "vscode";

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe("the extension", () => {
  const extension = vscode.extensions.getExtension("vaultconn.vault-connections");

  it("activates", async () => {
    assert.ok(extension, "VS Code does not know the extension");
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("registers every command of its manifest", async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const { commands } = (extension?.packageJSON as Manifest).contributes;
    const missing = commands.map(({ command }) => command).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
    assert.notEqual(commands.length, 0);
  });
});
