import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../files/fileName.js";
import { asConnectionNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";
import { asUri } from "../asUri.js";
import { pickSetupFile } from "./pickSetupFile.js";
import { LANGUAGE_ID } from "../../files/setupFiles.js";

/**
 * The setup file a command is about: the one it was called for, as menus, code
 * lenses and rows of the sidebar do, or the one in the active editor. Says what to do where it is neither. Of several
 * for one row the person chooses.
 */
export async function currentSetupFile(
  { setupFiles }: Pick<Services, "setupFiles">,
  argument: unknown,
): Promise<vscode.TextDocument | undefined> {
  const row = asConnectionNode(argument);
  const files = row ? setupFiles.filesFor(row.connection.id, row.session.tenant.host) : [];
  const ofRow = await pickSetupFile(files, l10n.t("Which setup file?"));
  if (files.length > 0 && !ofRow) return undefined;
  const uri = ofRow ?? asUri(argument) ?? vscode.window.activeTextEditor?.document.uri;
  const document = uri && (await open(uri));
  if (document?.languageId === LANGUAGE_ID) return document;
  void vscode.window.showInformationMessage(l10n.t("Open a setup file first: its name ends in {0}.", FILE_ENDING));
  return undefined;
}

async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}
