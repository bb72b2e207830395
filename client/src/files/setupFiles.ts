import * as vscode from "vscode";
import { FILE_ENDING } from "./fileName.js";

/** What VS Code calls the language of setup files. */
export const LANGUAGE_ID = "vaultconn";

/** The setup files of a folder and of all folders in it, as a glob. */
export const SETUP_FILES = `**/*${FILE_ENDING}`;

/** Packages may bring setup files of their own, which are nobody's here. */
const PACKAGES = "node_modules";

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
    `**/${PACKAGES}/**`,
    most,
  );
}

/** Whether a file or folder of the workspace belongs to a package, so that nothing in it is looked for. */
export function isOfPackage(uri: vscode.Uri): boolean {
  const inWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return inWorkspace && vscode.workspace.asRelativePath(uri, false).split("/").includes(PACKAGES);
}
