import * as vscode from "vscode";
import { isStale } from "../../core/connections/autoRefresh.js";
import type { Sessions } from "../tenants/sessions.js";

/** Reads connections again when the window regains the focus and they are older than the user's setting says. */
export function refreshOnFocus(sessions: Sessions): vscode.Disposable {
  return vscode.window.onDidChangeWindowState(({ focused }) => {
    if (!focused || !vscode.workspace.isTrusted) return;
    const minutes = vscode.workspace.getConfiguration("vaultconn").get("refreshAfterMinutes", 0);
    for (const { store } of sessions.all) {
      if (isStale(store, minutes, Date.now())) void store.refresh();
    }
  });
}
