import * as vscode from "vscode";
import { FILE_ENDING } from "./fileName.js";

/** What VS Code calls the language of setup files. */
export const LANGUAGE_ID = "vaultconn";

/** The setup files of a folder and of all folders in it, as a glob. */
export const SETUP_FILES = `**/*${FILE_ENDING}`;

/** Packages may bring setup files of their own, which are nobody's here. */
const LEFT_OUT = "**/node_modules/**";

/**
 * The setup files of the workspace, in no particular order.
 * @param most so many at most; all of them if not given.
 */
export function findSetupFiles(most?: number): Thenable<vscode.Uri[]> {
  return vscode.workspace.findFiles(SETUP_FILES, LEFT_OUT, most);
}
