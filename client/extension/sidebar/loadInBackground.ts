import * as vscode from "vscode";
import type { Session, Sessions } from "../tenants/sessions.js";
import { readSetting } from "../ui/settings.js";
import { inBackground } from "../ui/inBackground.js";

/**
 * Loads the first 1,000 connections of each tenant while a view is visible. Doesn't wait for the rate limit; the rest
 * is loaded later.
 */
export function fillWhileVisible(
  view: Pick<vscode.TreeView<unknown>, "visible" | "onDidChangeVisibility">,
  sessions: Pick<Sessions, "all" | "onDidChange">,
): vscode.Disposable {
  const paused = new Map<Session, NodeJS.Timeout>();
  const fill = (session: Session) => {
    if (!view.visible || !session.signedIn || paused.has(session)) return;
    const onPause = (seconds: number) => {
      const resume = () => {
        paused.delete(session);
        fill(session);
      };
      paused.set(session, setTimeout(resume, seconds * 1000));
    };
    inBackground("load-connections", () => session.store.fill({ isWanted: () => view.visible, onPause }));
  };
  const fillAll = () => {
    sessions.all.forEach(fill);
  };
  return vscode.Disposable.from(
    view.onDidChangeVisibility(fillAll),
    sessions.onDidChange(fillAll),
    new vscode.Disposable(() => {
      for (const timer of paused.values()) clearTimeout(timer);
    }),
  );
}

/** Reloads connections when the window regains focus, if they're older than the setting allows. */
export function refreshOnFocus(sessions: Sessions): vscode.Disposable {
  return vscode.window.onDidChangeWindowState(({ focused }) => {
    if (!focused || !vscode.workspace.isTrusted) return;
    const minutes = readSetting("vaultconn.refreshAfterMinutes") ?? 0;
    for (const { store } of sessions.all) {
      const { loadedAt, loading } = store.snapshot;
      const isOld = loadedAt !== undefined && Date.now() - loadedAt > minutes * 60_000;
      if (minutes > 0 && isOld && !loading) inBackground("load-connections", () => store.refresh());
    }
  });
}
