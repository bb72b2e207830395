import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../../schemas/files.js";
import { isAppleDouble, isForeignFolder, isInLinkedWorktree } from "../../../schemas/foreign.js";

const SETUP_FILES = `**/*${FILE_ENDING}`;

/** A glob for files in packages. Setup files, lock files and keys there don't belong to this workspace. */
export const IN_PACKAGES = "**/node_modules/**";

/**
 * Whether a file or folder of the workspace is in a package, a snapshot, or a linked worktree, was deleted, or isn't a setup
 * file in spite of its name.
 */
export function isForeign(uri: vscode.Uri): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (!folder) return false;
  if (vscode.workspace.asRelativePath(uri, false).split("/").some(isForeignFolder)) return true;
  return uri.scheme === "file" && (isInLinkedWorktree(folder.fsPath, uri.fsPath) || isAppleDouble(uri.fsPath));
}

/** Calls `listener` with files and folders that were created, changed or deleted. */
export function onFileEvent(
  files: vscode.FileSystemWatcher,
  listener: (uri: vscode.Uri, isDeleted: boolean) => void,
): vscode.Disposable {
  const written = (uri: vscode.Uri) => {
    listener(uri, false);
  };
  return vscode.Disposable.from(
    files.onDidCreate(written),
    files.onDidChange(written),
    files.onDidDelete((uri) => {
      listener(uri, true);
    }),
  );
}

/** The folders of the workspace that are on this machine. */
export function localFolders(): readonly vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === "file" ? [uri] : []));
}

/**
 * Finds the workspace's setup files in no particular order, without symbolic links to each other.
 * @param most maximum number of files; unlimited by default.
 */
export async function findSetupFiles(most?: number): Promise<vscode.Uri[]> {
  const byPlace = new Map<string, vscode.Uri>();
  for (const file of await vscode.workspace.findFiles(SETUP_FILES, IN_PACKAGES, most)) {
    if (isForeign(file)) continue;
    const place = realFile(file).toString();
    if (!byPlace.has(place) || place === file.toString()) byPlace.set(place, file);
  }
  return [...byPlace.values()];
}

/** Resolves symbolic links, so that a link and its target count as one file. */
export function realFile(file: vscode.Uri): vscode.Uri {
  if (file.scheme !== "file") return file;
  const real = realPath(file.fsPath);
  return real === file.fsPath ? file : file.with({ path: real.replaceAll("\\", "/").replace(/^(?!\/)/, "/") });
}

/** The path of a local file as the file system has it. A URI's own has the drive in lowercase, unlike Node's. */
export function realPathOf(file: vscode.Uri): string {
  return realPath(file.fsPath);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // If the file is gone, resolve its folder.
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

export async function statOf(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}
