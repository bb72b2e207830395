import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Choice } from "./charts.js";
import { choiceAt, drawOverview, type DrawnOverview, type OverviewParts, type TenantStep } from "./overview.js";
import type { FromPage } from "./page.js";
import { pageHtml } from "./pageHtml.js";

/** Changes that come one after the other are drawn together, in milliseconds. */
const TOGETHER_MS = 200;

/** The page with the overview, while it is open. Nothing of it is loaded before. */
export class OverviewPanel implements vscode.Disposable {
  readonly #parts: OverviewParts;
  readonly #folder: vscode.Uri;
  #panel: vscode.WebviewPanel | undefined;
  #drawn: DrawnOverview | undefined;
  #due: NodeJS.Timeout | undefined;
  #subscriptions: vscode.Disposable | undefined;

  /** @param folder where the built page lies. */
  constructor(parts: OverviewParts, folder: vscode.Uri) {
    this.#parts = parts;
    this.#folder = folder;
  }

  /** Opens the page, or shows it where it is open. @param choose does what a chosen bar or button stands for. */
  show(choose: (choice: Choice | TenantStep) => void): void {
    if (this.#panel) {
      this.#panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      "vaultconn.overview",
      l10n.t("Connections Overview"),
      vscode.ViewColumn.Active,
      { enableScripts: true, localResourceRoots: [this.#folder] },
    );
    this.#panel = panel;
    const { sessions, setupFiles, fileStates, arrangement } = this.#parts;
    const changed = () => {
      this.#due ??= setTimeout(() => {
        this.#send();
      }, TOGETHER_MS);
    };
    this.#subscriptions = vscode.Disposable.from(
      ...[sessions, setupFiles, fileStates, arrangement].map(({ onDidChange }) => onDidChange(changed)),
    );
    panel.onDidDispose(() => {
      this.#close();
    });
    panel.webview.onDidReceiveMessage((message: FromPage) => {
      if (message.kind === "ready") this.#send();
      else {
        const choice = this.#drawn && choiceAt(this.#drawn, message.place);
        if (choice) choose(choice);
      }
    });
    panel.webview.html = pageHtml(panel.webview, this.#folder);
    for (const { signedIn, store } of sessions.all) if (signedIn) void store.load();
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #send(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    if (!this.#panel) return;
    this.#drawn = drawOverview(this.#parts, Date.now());
    void this.#panel.webview.postMessage(this.#drawn.page);
  }

  #close(): void {
    clearTimeout(this.#due);
    this.#subscriptions?.dispose();
    this.#due = this.#panel = this.#drawn = undefined;
  }
}
