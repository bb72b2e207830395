import * as vscode from "vscode";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import { NamesChangedNotification, type NotificationType } from "../../../server/protocol/messages.js";
import { watchEnvFiles } from "../secrets/valueSources.js";
import { inBackground } from "../ui/inBackground.js";
import { onDidChangeSetting } from "../ui/settings.js";
import type { LanguageServerClient } from "./languageServerClient.js";
import type { TrackedFiles } from "./trackedFiles.js";

/** LSP, "DidChangeConfiguration Notification". */
const CONFIGURATION_CHANGED: NotificationType = { method: "workspace/didChangeConfiguration" };

/** Tells the language server what its diagnostics depend on, apart from texts and settings. */
export function keepServerInformed(
  server: LanguageServerClient,
  secrets: NamedSecrets,
  tracked: TrackedFiles,
  storage: vscode.SecretStorage,
  files: vscode.FileSystemWatcher,
): vscode.Disposable {
  const inform = (work: () => Promise<void>) => {
    inBackground("inform-language-server", work);
  };
  const namesChanged = () => {
    inform(() => server.notify(NamesChangedNotification));
  };
  return vscode.Disposable.from(
    tracked.onDidChange(() => {
      inform(() => server.notify(CONFIGURATION_CHANGED, { settings: null }));
    }),
    watchEnvFiles(files, namesChanged),
    onDidChangeSetting("vaultconn.secretProviders", namesChanged),
    storage.onDidChange(({ key }) => {
      inform(async () => {
        if (await secrets.noticeKey(key)) await server.notify(NamesChangedNotification);
      });
    }),
  );
}
