import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { drawOverview } from "./overview.js";
import type { Choice, FromPage } from "./page.js";
import { locale } from "../../core/text/locale.js";
import { NO_FILTER } from "../../core/connections/arrangeConnections.js";
import { commandsFor, runCommands } from "../actions.js";
import type { PushServices } from "../push/pushServices.js";
import { throttle } from "../ui/throttle.js";
import { inBackground } from "../ui/inBackground.js";

/** The webview with the overview. Nothing is loaded until it's opened. */
export class OverviewPanel implements vscode.Disposable {
  readonly #folder: vscode.Uri;
  #panel: vscode.WebviewPanel | undefined;

  /** @param folder the folder with the built page. */
  constructor(folder: vscode.Uri) {
    this.#folder = folder;
  }

  show(services: PushServices): void {
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
    const { sessions, setupFiles, fileStates, arrangement } = services;
    const send = throttle(() => {
      if (this.#panel !== panel) return;
      inBackground("update-view", () => panel.webview.postMessage(drawOverview(services, Date.now())));
    });
    const changes = [sessions, setupFiles, fileStates, arrangement].map(({ onDidChange }) => onDidChange(send));
    panel.onDidDispose(() => {
      this.#panel = undefined;
      vscode.Disposable.from(...changes).dispose();
    });
    panel.webview.onDidReceiveMessage((message: FromPage) => {
      if (message.kind === "ready") send();
      else inBackground("run-action-of-overview", () => choose(services, message.choice));
    });
    panel.webview.html = pageHtml(panel.webview, this.#folder);
    for (const { signedIn, store } of sessions.all) if (signedIn) inBackground("load-connections", () => store.load());
  }

  dispose(): void {
    this.#panel?.dispose();
  }
}

/** A page that may only load its own script and style. */
function pageHtml(webview: vscode.Webview, folder: vscode.Uri): string {
  const nonce = randomBytes(16).toString("base64");
  const at = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  return `<!DOCTYPE html>
<html lang="${locale()}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${l10n.t("Connections Overview")}</title>
    <link rel="stylesheet" href="${at("overview.css")}" />
  </head>
  <body>
    <main id="overview"></main>
    <script nonce="${nonce}" src="${at("overview.js")}"></script>
  </body>
</html>
`;
}

/** Runs the action of a bar or a button. */
async function choose(services: PushServices, choice: Choice): Promise<void> {
  if (typeof choice === "string") {
    await vscode.commands.executeCommand(`vaultconn.${choice}.focus`);
    return;
  }
  if ("action" in choice) return runCommands(commandsFor([choice.action], { tenant: choice }));
  await services.arrangement.change({ ...NO_FILTER, ...choice });
  const session = choice.tenant && services.sessions.withOrigin(choice.tenant.origin);
  if (session) await services.sidebar.revealTenant(session);
}
