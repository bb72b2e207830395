import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../files/fileName.js";
import { asNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";
import { pickSetupFile } from "./pickSetupFile.js";
import { LANGUAGE_ID } from "../../files/setupFiles.js";

/**
 * The setup file a command is about: the one it was called for, as menus, code
 * lenses and rows of the sidebar do, or the one in the active editor. Says what to do where it is neither. Of several
 * for one row the person chooses.
 */
export async function currentSetupFile({ setupFiles }: Pick<Services, "setupFiles">, argument: unknown): Promise<vscode.TextDocument | undefined> {
  const node = asNode(argument);
  const files = node?.kind === "connection" ? setupFiles.filesFor(node.connection.id, node.session.tenant.host) : [];
  const ofRow = await pickSetupFile(files, l10n.t("Which setup file?"));
  if (files.length > 0 && !ofRow) return undefined;
  const uri = ofRow ?? uriOf(argument) ?? vscode.window.activeTextEditor?.document.uri;
  const document = uri && (await open(uri));
  if (document?.languageId === LANGUAGE_ID) return document;
  void vscode.window.showInformationMessage(l10n.t("Open a setup file first: its name ends in {0}.", FILE_ENDING));
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
