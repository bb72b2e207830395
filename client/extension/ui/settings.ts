import * as vscode from "vscode";
import type { SettingName, SettingValue } from "../contributions/settings.js";

/** A setting of ours, or of VS Code whose name is spelled out. */
export function onDidChangeSetting(name: SettingName | "http", listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(name)) listener();
  });
}

/**
 * What a setting holds, from the settings that its scope allows, or its default.
 *
 * @param file whose folder may have settings of its own
 */
export function readSetting<Name extends SettingName>(name: Name, file?: vscode.Uri): SettingValue<Name> | undefined {
  return vscode.workspace.getConfiguration(undefined, file).get<SettingValue<Name>>(name);
}

/** Whether a setting is set anywhere. */
export function isSettingChosen(name: SettingName, file: vscode.Uri): boolean {
  const setting = vscode.workspace.getConfiguration(undefined, file).inspect(name);
  return [setting?.globalValue, setting?.workspaceValue, setting?.workspaceFolderValue].some(
    (value) => value !== undefined,
  );
}

/** What the user's own settings hold, whatever a workspace says; undefined if nothing. */
export function readUserSetting(name: SettingName): unknown {
  return vscode.workspace.getConfiguration().inspect<unknown>(name)?.globalValue;
}

export async function changeUserSetting(name: SettingName, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}
