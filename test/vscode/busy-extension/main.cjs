// What goes on in a window where much happens: one setup file is edited and saved each second, as automatic saving does,
// and the connections are read again every second and a half, unless a file named "pause" says to wait.
const vscode = require("vscode");

const FILE = "**/saved-each-second.vaultconn.json";

exports.activate = (/** @type {import("vscode").ExtensionContext} */ context) => {
  let count = 0;
  /** @type {Thenable<unknown> | undefined} */
  let shown;
  const save = setInterval(async () => {
    const [file] = await vscode.workspace.findFiles(FILE, undefined, 1);
    if (!file) return;
    const document = await vscode.workspace.openTextDocument(file);
    // What is not in an editor VS Code opens by itself, and with the focus, where saving it takes long.
    shown ??= vscode.window.showTextDocument(document, { preview: false, preserveFocus: true });
    await shown;
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(file, whole, document.getText().replace(/"name": "[^"]*"/, `"name": "Saved ${(count += 1)} times"`));
    await vscode.workspace.applyEdit(edit);
    await document.save();
  }, 1000);
  const refresh = setInterval(async () => {
    if ((await vscode.workspace.findFiles("pause", undefined, 1)).length > 0) return;
    void vscode.commands.executeCommand("vaultconn.refresh").then(undefined, () => undefined);
  }, 1500);
  context.subscriptions.push({ dispose: () => [save, refresh].forEach(clearInterval) });
};
