import * as vscode from "vscode";
import type { HistoryLine } from "../../core/push/history.js";
import { PushTree, type PushSources } from "./pushTree.js";

const VIEW_ID = "vaultconn.pushes";

/** The view of what was pushed from this machine. As long as nobody looks at it, nothing is made of it. */
export class PushList implements vscode.Disposable {
  readonly #tree: PushTree;
  readonly #disposables: vscode.Disposable;

  constructor(sources: PushSources) {
    this.#tree = new PushTree(sources);
    const view = vscode.window.createTreeView(VIEW_ID, { treeDataProvider: this.#tree });
    const refresh = () => {
      if (view.visible) this.#tree.refresh();
    };
    this.#disposables = vscode.Disposable.from(
      view,
      this.#tree,
      // Another window may have pushed, and the day may have ended.
      view.onDidChangeVisibility(refresh),
      sources.history.onDidChange(refresh),
      sources.sessions.onDidChange(refresh),
      sources.setupFiles.onDidChange(refresh),
    );
  }

  /** The push of a row of this view; undefined for anything else. */
  lineOf(row: unknown): HistoryLine | undefined {
    return this.#tree.lineOf(row);
  }

  /** The setup file of a push; undefined where there is none. */
  fileOf(line: HistoryLine): vscode.Uri | undefined {
    return this.#tree.fileOf(line);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
