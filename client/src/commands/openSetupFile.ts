import * as vscode from "vscode";
import { plainText } from "../plainText.js";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";

/** Opens the setup file of a connection; lets the person choose where there are several, and offers to create one where there is none. */
export async function openSetupFile({ setupFiles }: Services, argument?: unknown): Promise<void> {
  const node = asNode(argument);
  if (node?.kind !== "connection") return;
  const files = setupFiles.filesFor(node.connection.id, node.session.tenant.host);
  const file = files.length > 1 ? await pickFile(files) : files[0];
  if (file) await vscode.window.showTextDocument(file);
  else if (files.length === 0) await offerToCreate(node.connection.name, argument);
}

async function pickFile(files: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  const items = files.map((file) => ({ label: vscode.workspace.asRelativePath(file), file }));
  return (await vscode.window.showQuickPick(items, { title: "Open which setup file?" }))?.file;
}

async function offerToCreate(name: string, argument: unknown): Promise<void> {
  const create = "Create Setup File";
  const answer = await vscode.window.showInformationMessage(`${plainText(name)} has no setup file in this workspace.`, create);
  if (answer === create) await vscode.commands.executeCommand("vaultconn.createSetupFile", argument);
}
