import * as vscode from "vscode";

const PACKAGES = "node_modules";

/** What lies in packages, as a glob: they may bring setup files, lock files and keys of their own, which are nobody's here. */
export const IN_PACKAGES = `**/${PACKAGES}/**`;

/** Whether a file or folder of the workspace is one of a package's, so that it counts as little when it is written as in a search. */
export function isOfPackage(uri: vscode.Uri): boolean {
  const inWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return inWorkspace && vscode.workspace.asRelativePath(uri, false).split("/").includes(PACKAGES);
}
