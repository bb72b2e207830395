import * as vscode from "vscode";
import { FILE_ENDING } from "../../core/files/fileName.js";
import { IN_PACKAGES } from "./packages.js";
import { withoutLinks } from "./realFile.js";

/** The setup files of a folder and of all folders in it, as a glob. */
export const SETUP_FILES = `**/*${FILE_ENDING}`;

/**
 * The setup files of the workspace, in no particular order, without links to others of them.
 * @param folder only those inside it, if given.
 * @param most so many at most; all of them if not given.
 */
export async function findSetupFiles({
  folder,
  most,
}: { readonly folder?: vscode.Uri; readonly most?: number } = {}): Promise<vscode.Uri[]> {
  const pattern = folder ? new vscode.RelativePattern(folder, SETUP_FILES) : SETUP_FILES;
  return withoutLinks(await vscode.workspace.findFiles(pattern, IN_PACKAGES, most));
}
