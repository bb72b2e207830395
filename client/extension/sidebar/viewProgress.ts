import * as vscode from "vscode";
import type { Sessions } from "../tenants/sessions.js";

/** Keeps a view's progress bar running as long as any tenant loads. */
export class ViewProgress implements vscode.Disposable {
  readonly #viewId: string;
  readonly #subscription: vscode.Disposable;
  #finish: (() => void) | undefined;

  constructor(viewId: string, sessions: Sessions) {
    this.#viewId = viewId;
    this.#subscription = sessions.onDidChange(() => {
      const loading = sessions.all.some(({ store }) => store.snapshot.loading);
      if (loading) this.#begin();
      else this.#end();
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#end();
  }

  #begin(): void {
    if (this.#finish) return;
    void vscode.window.withProgress(
      { location: { viewId: this.#viewId } },
      () => new Promise<void>((resolve) => (this.#finish = resolve)),
    );
  }

  #end(): void {
    this.#finish?.();
    this.#finish = undefined;
  }
}
