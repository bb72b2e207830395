import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING, LANGUAGE_ID } from "../../core/files/fileName.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { asConnectionNode } from "../tenants/nodes.js";
import type { Services } from "../services.js";
import { asUri } from "../ui/asUri.js";
import { pickSetupFile } from "./pickSetupFile.js";

/**
 * The setup file a command is about: one of the row it was called on, the one it was called for, as menus, code lenses
 * and quick fixes do, or, where it was called without anything, the one in the active editor. Of several for one row the
 * person chooses. Where there is none, says what to do.
 */
export async function currentSetupFile(
  { setupFiles }: Pick<Services, "setupFiles">,
  argument: unknown,
): Promise<vscode.TextDocument | undefined> {
  const row = asConnectionNode(argument);
  const files = row && setupFiles.filesFor(row.connection.id, row.session.tenant.host);
  if (row && files?.length === 0) {
    void vscode.window.showInformationMessage(
      l10n.t("{0} has no setup file in this workspace.", sanitizeText(row.connection.name)),
    );
    return undefined;
  }
  const uri = files ? await pickSetupFile(files, l10n.t("Which setup file?")) : fileGiven(argument);
  if (files && !uri) return undefined;
  const document = uri && (await open(uri));
  if (document?.languageId === LANGUAGE_ID) return document;
  void vscode.window.showInformationMessage(l10n.t("Open a setup file first: its name ends in {0}.", FILE_ENDING));
  return undefined;
}

function fileGiven(argument: unknown): vscode.Uri | undefined {
  return argument === undefined ? vscode.window.activeTextEditor?.document.uri : asUri(argument);
}

async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}
