import * as vscode from "vscode";
import { FILE_ENDING } from "../../core/files/fileName.js";
import { capitalize } from "../../core/text/locale.js";
import type { FileStates } from "./fileStates.js";
import { describeFileState, ruleFor, type FileState } from "./states.js";

/** Marks setup files in the Explorer and on their tabs. */
export function decorateFiles(states: FileStates): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) =>
      uri.path.endsWith(FILE_ENDING) ? decorationFor(await states.of(uri)) : undefined,
  };
  const update = states.onDidChange((files) => {
    changed.fire([...files]);
  });
  return vscode.Disposable.from(changed, update, vscode.window.registerFileDecorationProvider(provider));
}

function decorationFor(state: FileState): vscode.FileDecoration | undefined {
  const { badge } =
    state.doing === undefined
      ? ruleFor(state.kind)
      : { badge: { text: "…", tooltip: () => capitalize(describeFileState(state)), color: "descriptionForeground" } };
  return badge && new vscode.FileDecoration(badge.text, badge.tooltip(state), new vscode.ThemeColor(badge.color));
}
