import * as vscode from "vscode";
import { watchEnvFiles } from "../editor/valueSources.js";
import type { TrackedFiles } from "../editor/trackedFiles.js";
import type { Services } from "../services.js";
import type { LanguageFeatures } from "./languageFeatures.js";
import { nowAndWhenQuiet } from "./nowAndWhenQuiet.js";

/** Lets the language server ask anew when secrets or variables came or went, in this window or another, or rows changed. */
export function keepServerInformed(
  server: LanguageFeatures,
  { fileStates, secrets, sessions }: Pick<Services, "fileStates" | "secrets" | "sessions">,
  tracked: TrackedFiles,
  storage: vscode.SecretStorage,
): vscode.Disposable {
  const lenses = nowAndWhenQuiet(() => void server.fileStateChanged());
  return vscode.Disposable.from(
    lenses,
    fileStates.onDidChange(lenses.tell),
    sessions.onDidChange(lenses.tell),
    tracked.onDidChange(() => void server.settingsChanged()),
    watchEnvFiles(() => void server.namesChanged()),
    storage.onDidChange(({ key }) => {
      void secrets.noticeKey(key).then((ours) => (ours ? server.namesChanged() : undefined));
    }),
  );
}
