import * as vscode from "vscode";
import { FILE_ENDING } from "../files/fileName.js";
import { LANGUAGE_ID } from "../language/languageFeatures.js";

/**
 * The setup file a command is about: the one it was called for, as menus and
 * code lenses do, or the one in the active editor. Says what to do where it is neither.
 */
export async function currentSetupFile(argument: unknown): Promise<vscode.TextDocument | undefined> {
  const uri = uriOf(argument) ?? vscode.window.activeTextEditor?.document.uri;
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
