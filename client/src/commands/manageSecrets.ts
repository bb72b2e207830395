import * as vscode from "vscode";
import type { Services } from "../services.js";

interface Item extends vscode.QuickPickItem {
  readonly name?: string;
}

/** Lists the names of stored secrets and where they are used, and removes them. A value is never shown. */
export async function manageSecrets(services: Services): Promise<void> {
  const { secrets } = services;
  const uses = await findUses();
  const items: Item[] = secrets.names.map((name) => ({ label: `$(key) ${name}`, description: describeUse(uses.get(name) ?? []), name }));
  const store: Item = { label: "$(add) Store a secret…", alwaysShow: true };
  const item = await vscode.window.showQuickPick([...items, store], { title: "Stored secrets", placeHolder: "Choose one to remove or replace it" });
  if (!item) return;
  if (item.name === undefined) await vscode.commands.executeCommand("vaultconn.storeSecret");
  else await manage(services, item.name, uses.get(item.name) ?? []);
}

async function manage({ secrets }: Services, name: string, files: readonly vscode.Uri[]): Promise<void> {
  const actions = [
    { label: "$(edit) Replace its value…", action: "replace" },
    { label: "$(trash) Remove it…", action: "remove" },
    ...files.map((file) => ({ label: `$(go-to-file) ${vscode.workspace.asRelativePath(file)}`, action: "open", file })),
  ];
  const chosen = await vscode.window.showQuickPick<(typeof actions)[number] & { file?: vscode.Uri }>(actions, { title: name });
  if (chosen?.action === "replace") await vscode.commands.executeCommand("vaultconn.storeSecret", undefined, undefined, undefined, name);
  if (chosen?.file) await vscode.window.showTextDocument(chosen.file);
  if (chosen?.action !== "remove") return;
  const remove = "Remove";
  const detail = files.length === 0 ? "No setup file in this workspace refers to it." : `${describeUse(files)} here. They cannot be pushed until it is stored again.`;
  if ((await vscode.window.showWarningMessage(`Remove the stored secret ${name}?`, { modal: true, detail }, remove)) === remove) await secrets.remove(name);
}

function describeUse(files: readonly vscode.Uri[]): string {
  if (files.length === 0) return "not used in this workspace";
  return files.length === 1 ? "used in 1 file" : `used in ${files.length} files`;
}

/** The setup files of the workspace that name each secret. */
async function findUses(): Promise<ReadonlyMap<string, readonly vscode.Uri[]>> {
  const uses = new Map<string, vscode.Uri[]>();
  const files = await vscode.workspace.findFiles("**/*.vaultconn.json", "**/node_modules/**");
  for (const file of files) {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const names = new Set([...text.matchAll(/\$\{secret:([\w.-]+)\}/g)].map(([, name]) => name ?? ""));
    for (const name of names) uses.set(name, [...(uses.get(name) ?? []), file]);
  }
  return uses;
}
