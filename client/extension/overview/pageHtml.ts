import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { locale } from "../../core/text/locale.js";

/** A page that loads its own script and style, and nothing else from anywhere. */
export function pageHtml(webview: vscode.Webview, folder: vscode.Uri): string {
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
