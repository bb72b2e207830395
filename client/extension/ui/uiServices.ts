import type * as vscode from "vscode";

/** What every feature may use. */
export interface UiServices {
  readonly log: vscode.LogOutputChannel;
}
