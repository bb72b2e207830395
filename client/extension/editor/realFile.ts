import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type * as vscode from "vscode";

/** The file that a symbolic link leads to, so that both count as one. Any other file is returned as it is. */
export function realFile(file: vscode.Uri): vscode.Uri {
  if (file.scheme !== "file") return file;
  const real = realPath(file.fsPath);
  return real === file.fsPath ? file : file.with({ path: real.replaceAll("\\", "/").replace(/^(?!\/)/, "/") });
}

/** Each file once: of a file and the links to it, the file. */
export function withoutLinks(files: readonly vscode.Uri[]): vscode.Uri[] {
  const byPlace = new Map<string, vscode.Uri>();
  for (const file of files) {
    const place = realFile(file).toString();
    if (!byPlace.has(place) || place === file.toString()) byPlace.set(place, file);
  }
  return [...byPlace.values()];
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // Of a file that has gone, the folder still tells.
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
