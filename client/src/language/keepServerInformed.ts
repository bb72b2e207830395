import * as vscode from "vscode";
import type { NamedSecrets } from "../secrets/namedSecrets.js";
import type { Sessions } from "../tenants/sessions.js";
import type { LanguageFeatures } from "./languageFeatures.js";

/** Lets the language server ask anew when secrets came or went, in this window or another, or rows changed. */
export function keepServerInformed(server: LanguageFeatures, sessions: Sessions, secrets: NamedSecrets, storage: vscode.SecretStorage): vscode.Disposable {
  return vscode.Disposable.from(
    sessions.onDidChange(() => void server.fileStateChanged()),
    storage.onDidChange(({ key }) => {
      void secrets.noticeKey(key).then((ours) => (ours ? server.namesChanged() : undefined));
    }),
  );
}
