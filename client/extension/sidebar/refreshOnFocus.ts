import * as vscode from "vscode";
import type { Sessions } from "../tenants/sessions.js";

/** Reads connections again when the window regains the focus and they are older than the user's setting says. */
export function refreshOnFocus(sessions: Sessions): vscode.Disposable {
  return vscode.window.onDidChangeWindowState(({ focused }) => {
    if (!focused || !vscode.workspace.isTrusted) return;
    const minutes = vscode.workspace.getConfiguration("vaultconn").get<number>("refreshAfterMinutes", 0);
    for (const { store } of sessions.all) {
      const { loadedAt, loading } = store.snapshot;
      const isOld = loadedAt !== undefined && Date.now() - loadedAt > minutes * 60_000;
      if (minutes > 0 && isOld && !loading) void store.refresh();
    }
  });
}
