import * as vscode from "vscode";
import { FILE_ENDING } from "./fileName.js";
import { IN_PACKAGES } from "./packages.js";

/** What VS Code calls the language of setup files. */
export const LANGUAGE_ID = "vaultconn";

/** The setup files of a folder and of all folders in it, as a glob. */
export const SETUP_FILES = `**/*${FILE_ENDING}`;

/**
 * The setup files of the workspace, in no particular order.
 * @param folder only those inside it, if given.
 * @param most so many at most; all of them if not given.
 */
export function findSetupFiles({
  folder,
  most,
}: { readonly folder?: vscode.Uri; readonly most?: number } = {}): Thenable<vscode.Uri[]> {
  return vscode.workspace.findFiles(
    folder ? new vscode.RelativePattern(folder, SETUP_FILES) : SETUP_FILES,
    IN_PACKAGES,
    most,
  );
}
