import * as vscode from "vscode";
import { FILE_ENDING } from "./fileName.js";
import type { FileState, FileStates } from "./fileStates.js";

const BADGES: Readonly<Record<FileState["kind"], { badge: string; tooltip: string; color: string } | undefined>> = {
  new: undefined,
  inSync: undefined,
  changed: { badge: "↑", tooltip: "Changed since its last push", color: "gitDecoration.modifiedResourceForeground" },
  drifted: { badge: "⟳", tooltip: "The connection was changed on the service since the last push", color: "list.warningForeground" },
  gone: { badge: "✕", tooltip: "The connection is no longer on the service", color: "list.errorForeground" },
};

/** Marks setup files in the Explorer and on their tabs. */
export function decorateFiles(states: FileStates): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) => {
      if (!uri.path.endsWith(FILE_ENDING)) return undefined;
      const badge = BADGES[(await states.of(uri)).kind];
      return badge && new vscode.FileDecoration(badge.badge, badge.tooltip, new vscode.ThemeColor(badge.color));
    },
  };
  const update = states.onDidChange(() => {
    changed.fire(undefined);
  });
  return vscode.Disposable.from(changed, update, vscode.window.registerFileDecorationProvider(provider));
}
