import * as vscode from "vscode";
import { FILE_ENDING } from "../files/fileName.js";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";
import { LANGUAGE_ID } from "../language/languageFeatures.js";

/**
 * The setup file a command is about: the one it was called for, as menus, code
 * lenses and rows of the sidebar do, or the one in the active editor. Says what to do where it is neither.
 */
export async function currentSetupFile({ setupFiles }: Pick<Services, "setupFiles">, argument: unknown): Promise<vscode.TextDocument | undefined> {
  const node = asNode(argument);
  const ofRow = node?.kind === "connection" ? setupFiles.filesFor(node.connection.id, node.session.tenant.host)[0] : undefined;
  const uri = ofRow ?? uriOf(argument) ?? vscode.window.activeTextEditor?.document.uri;
  const document = uri && (await open(uri));
  if (document?.languageId === LANGUAGE_ID) return document;
  void vscode.window.showInformationMessage(`Open a setup file first: its name ends in ${FILE_ENDING}.`);
  return undefined;
}

function uriOf(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  return typeof argument === "string" ? vscode.Uri.parse(argument) : undefined;
}

async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}
