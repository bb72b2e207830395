import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "./fileName.js";
import type { FileState, FileStates } from "./fileStates.js";

function badgeFor(
  kind: FileState["kind"],
): { readonly badge: string; readonly tooltip: string; readonly color: string } | undefined {
  switch (kind) {
    case "new":
    case "pending":
    case "inSync":
    case "overtaken":
      return undefined;
    case "probable":
      return {
        badge: "?",
        tooltip: l10n.t("Its last push probably took effect. Push it again to be certain"),
        color: "list.warningForeground",
      };
    case "changed":
      return {
        badge: "↑",
        tooltip: l10n.t("Changed since its last push"),
        color: "gitDecoration.modifiedResourceForeground",
      };
    case "unknown":
      return {
        badge: "?",
        tooltip: l10n.t("What became of its last push is not known"),
        color: "list.warningForeground",
      };
    case "drifted":
      return {
        badge: "⟳",
        tooltip: l10n.t("The connection was changed on the service since the last push"),
        color: "list.warningForeground",
      };
    case "gone":
      return {
        badge: "✕",
        tooltip: l10n.t("The connection is no longer on the service"),
        color: "list.errorForeground",
      };
  }
}

/** Marks setup files in the Explorer and on their tabs. */
export function decorateFiles(states: FileStates): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) => {
      if (!uri.path.endsWith(FILE_ENDING)) return undefined;
      const badge = badgeFor((await states.of(uri)).kind);
      return badge && new vscode.FileDecoration(badge.badge, badge.tooltip, new vscode.ThemeColor(badge.color));
    },
  };
  const update = states.onDidChange((files) => {
    changed.fire([...files]);
  });
  return vscode.Disposable.from(changed, update, vscode.window.registerFileDecorationProvider(provider));
}
