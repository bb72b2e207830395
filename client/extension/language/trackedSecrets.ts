import * as vscode from "vscode";
import { ENV_FILE_SETTING, SETTINGS_SECTION, type Settings } from "../../../server/protocol/messages.js";
import type { TrackedFiles } from "../editor/trackedFiles.js";
import type { Middleware } from "./languageclient.js";

const WARNING: Settings = { plainTextSecret: "warning", tracked: true };

/**
 * Answers the server's question for settings as VS Code would, but for a file that Git tracks with a warning about
 * credentials in plain text, unless the person has chosen how loud that is; and with no `.env` file in a workspace that
 * is not trusted, where none is read.
 */
export function raiseSeverityInTrackedFiles(tracked: TrackedFiles): NonNullable<Middleware["workspace"]> {
  return {
    configuration: async (params, token, next) => {
      const answers: unknown = await next(params, token);
      if (!isList(answers)) return [];
      return params.items.map(({ section, scopeUri }, index) => {
        const file = scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri);
        if (section === ENV_FILE_SETTING && !vscode.workspace.isTrusted) return null;
        const louder = section === SETTINGS_SECTION && file && tracked.has(file) && !isChosen(file);
        return louder ? WARNING : answers[index];
      });
    },
  };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isChosen(file: vscode.Uri): boolean {
  const setting = vscode.workspace.getConfiguration("vaultconn.diagnostics", file).inspect("plainTextSecret");
  return [setting?.globalValue, setting?.workspaceValue, setting?.workspaceFolderValue].some(
    (value) => value !== undefined,
  );
}
