import * as vscode from "vscode";
import type { Session } from "../tenants/session.js";
import type { Sessions } from "../tenants/sessions.js";

/**
 * Has the first 1,000 connections of each tenant loaded for as long as a view is visible. What the rate limit does not
 * allow for is not waited for by anyone: it is loaded later.
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
    void session.store.fill({ goOn: () => view.visible, onPause });
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
