import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../core/files/fileName.js";
import { capitalize } from "../../core/text/locale.js";
import type { FileStates } from "./fileStates.js";
import { named, describeFileState, unreadableOf, type FileState } from "./describeFileState.js";

function badgeFor(
  state: FileState,
): { readonly badge: string; readonly tooltip: string; readonly color: string } | undefined {
  if (state.doing !== undefined)
    return { badge: "…", tooltip: capitalize(describeFileState(state)), color: "descriptionForeground" };
  switch (state.kind) {
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
        tooltip: tooltipOf(state),
        color: "gitDecoration.modifiedResourceForeground",
      };
    case "notCompared":
      return {
        badge: "?",
        tooltip: tooltipOf(state),
        color: "descriptionForeground",
      };
    case "unknown":
      return {
        badge: "?",
        tooltip: l10n.t("How its last push ended is not known"),
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

function tooltipOf(state: FileState): string {
  const replaced = state.values?.replaced ?? [];
  if (state.kind === "changed")
    return replaced.length === 0 ? l10n.t("Changed since its last push") : capitalize(describeFileState(state));
  const unreadable = unreadableOf(state);
  return unreadable.length === 0
    ? l10n.t("Whether the service has the values that its references stand for now is not known. Push it to be certain")
    : l10n.t(
        "Whether the service has the values that its references stand for is not known: {0} cannot be read here. Only a push where that can be read is certain",
        named(unreadable),
      );
}

/** Marks setup files in the Explorer and on their tabs. */
export function decorateFiles(states: FileStates): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) => {
      if (!uri.path.endsWith(FILE_ENDING)) return undefined;
      const badge = badgeFor(await states.of(uri));
      return badge && new vscode.FileDecoration(badge.badge, badge.tooltip, new vscode.ThemeColor(badge.color));
    },
  };
  const update = states.onDidChange((files) => {
    changed.fire([...files]);
  });
  return vscode.Disposable.from(changed, update, vscode.window.registerFileDecorationProvider(provider));
}
