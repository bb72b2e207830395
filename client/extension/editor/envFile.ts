import * as vscode from "vscode";
import { parseEnvFile, type Variables } from "../../core/secrets/environment.js";
import { createFileReader } from "../../core/secrets/files.js";

const SECTION = "vaultconn";
const SETTING = "envFile";

/** The `.env` file that counts for a setup file, as the setting names it; none in a workspace that is not trusted. */
export function envFileFor(setupFile: vscode.Uri): string | undefined {
  if (!vscode.workspace.isTrusted) return undefined;
  const name = vscode.workspace.getConfiguration(SECTION, setupFile).get<string>(SETTING, "").trim();
  return name === "" ? undefined : name;
}

/** The variables of that file; none where there is no such file in the workspace folder. */
export async function envFileVariables(setupFile: vscode.Uri): Promise<Variables> {
  const name = envFileFor(setupFile);
  const folder = setupFile.scheme === "file" ? vscode.workspace.getWorkspaceFolder(setupFile)?.uri : undefined;
  if (name === undefined || !folder) return {};
  // Paths are relative to the workspace folder, as if a setup file at its root named it.
  const read = createFileReader({
    setupFile: vscode.Uri.joinPath(folder, "setup").fsPath,
    workspaceFolder: folder.fsPath,
  });
  const reading = await read(name);
  return reading.ok ? parseEnvFile(reading.text) : {};
}

/** Calls back when the variables may have changed: another file is named, or one that is named was written or removed. */
export function watchEnvFiles(changed: () => void): vscode.Disposable {
  let watchers: readonly vscode.Disposable[] = [];
  const stop = () => {
    vscode.Disposable.from(...watchers).dispose();
  };
  const watch = () => {
    stop();
    watchers = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => {
      const name = envFileFor(uri);
      if (name === undefined) return [];
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, name));
      return [watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed)];
    });
  };
  const again = () => {
    watch();
    changed();
  };
  watch();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.${SETTING}`)) again();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(again),
    vscode.workspace.onDidGrantWorkspaceTrust(again),
    { dispose: stop },
  );
}
