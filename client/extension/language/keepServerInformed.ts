import * as vscode from "vscode";
import type { TrackedFiles } from "./trackedFiles.js";
import { watchEnvFiles } from "../editor/valueSources.js";
import type { LanguageFeatures } from "./languageFeatures.js";
import type { Services } from "../services.js";

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

/** Longer than VS Code usually puts off what it was told, in milliseconds. */
const AGAIN_MS = 2000;

/**
 * VS Code puts off asking for code lenses when it is told of new ones, and forgets it when the editor loses the focus
 * meanwhile: who pushes and clicks a row read "checking…" above the file from then on. So it is told once more.
 *
 * @returns does something now, and again when it has not been asked to for two seconds
 */
export function nowAndWhenQuiet(tell: () => void): { readonly tell: () => void; dispose(): void } {
  let again: NodeJS.Timeout | undefined;
  return {
    tell: () => {
      tell();
      clearTimeout(again);
      again = setTimeout(tell, AGAIN_MS);
    },
    dispose: () => {
      clearTimeout(again);
    },
  };
}
