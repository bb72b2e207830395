import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING, LANGUAGE_ID, namedIn } from "../../core/files/setupFile.js";
import { capitalize, formatNarrowList } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/sanitizeText.js";
import type { FileStates } from "./fileStates.js";
import { describeFileState, type FileState, ruleFor } from "./states.js";
import { connectionLabel, idOfFile, lastSeen, tenantOfFile } from "./tenantOfFile.js";
import type { Sessions } from "../tenants/sessions.js";

/** Shows tenant, connection and state of the setup file in the active editor. */
export function showStatus(states: FileStates, sessions: Sessions): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("vaultconn.status", vscode.StatusBarAlignment.Left, 10);
  item.name = "Vault Connections";
  item.command = "vaultconn.fileActions";
  const update = async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== LANGUAGE_ID) {
      item.hide();
      return;
    }
    const state = await states.of(document.uri);
    if (vscode.window.activeTextEditor?.document !== document) return;
    const { isLinked, target } = targetOf(document, sessions, state.remembered);
    const words = [...target, describeFileState(state, { isLinked })];
    item.text = `$(${state.doing === undefined ? "zap" : "sync~spin"}) ${words.map((word, at) => sanitizeLabel(word, at < target.length ? 40 : 100)).join(" · ")}`;
    item.tooltip = l10n.t("Push, compare or show the connection of this setup file");
    item.accessibilityInformation = { label: l10n.t("Setup file: {0}", formatNarrowList(words)) };
    item.show();
  };
  const run = () => void update();
  run();
  return vscode.Disposable.from(
    item,
    vscode.window.onDidChangeActiveTextEditor(run),
    states.onDidChange(run),
    sessions.onDidChange(run),
    vscode.workspace.onDidSaveTextDocument(run),
  );
}

/** Where a push of a file goes to, in words, and whether it names the connection. */
function targetOf(document: vscode.TextDocument, sessions: Sessions, remembered: FileState["remembered"]) {
  const { tenant: host, id: written, name } = namedIn(document.getText());
  const session = tenantOfFile(sessions, host, remembered);
  const id = idOfFile(written, session, remembered, host);
  const connection =
    id === undefined
      ? undefined
      : (lastSeen(id, session, remembered, host)?.name ?? connectionLabel(document.uri, name));
  const target = [session?.tenant.name ?? host, connection].filter((word) => word !== undefined);
  return { isLinked: id !== undefined, target };
}

/** Marks setup files in the Explorer and on their tabs. */
export function decorateFiles(states: FileStates): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) =>
      uri.path.endsWith(FILE_ENDING) ? decorationFor(await states.of(uri)) : undefined,
  };
  const update = states.onDidChange((files) => {
    changed.fire([...files]);
  });
  return vscode.Disposable.from(changed, update, vscode.window.registerFileDecorationProvider(provider));
}

function decorationFor(state: FileState): vscode.FileDecoration | undefined {
  const { badge } =
    state.doing === undefined
      ? ruleFor(state.kind)
      : { badge: { text: "…", tooltip: () => capitalize(describeFileState(state)), color: "descriptionForeground" } };
  return badge && new vscode.FileDecoration(badge.text, badge.tooltip(state), new vscode.ThemeColor(badge.color));
}
