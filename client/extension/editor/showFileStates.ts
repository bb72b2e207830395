import * as l10n from "@vscode/l10n";
import { parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../../schemas/files.js";
import { setContext } from "../ui/setContext.js";
import { throttle } from "../ui/throttle.js";
import { namedIn } from "../../core/files/setupFileName.js";
import { capitalize, formatNarrowList } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { isOriginal, isSetupFile, setupFileSelector } from "./setupDocument.js";
import { currentSetupFile } from "./currentSetupFile.js";
import type { FileStates } from "./fileStates.js";
import { COMPARE, COMPARE_VALUES, describeFileState, type FileState, isNotRun, ruleFor } from "./states.js";
import { fileConnectionName, idOfFile, lastSeen, tenantOfFile } from "./tenantOfFile.js";
import type { EditorServices } from "./editorServices.js";
import type { Sessions } from "../tenants/sessions.js";
import { inBackground } from "../ui/inBackground.js";

const PUSH = "vaultconn.push";
const CHECK = "vaultconn.checkPush";

export function showStatus(states: FileStates, sessions: Sessions): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("vaultconn.status", vscode.StatusBarAlignment.Left, 10);
  item.name = "Vault Connections";
  item.command = "vaultconn.fileActions";
  const update = async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isSetupFile(document)) {
      item.hide();
      return;
    }
    const state = await states.of(document.uri);
    const isUnknown = states.openPush(document.uri) !== undefined;
    if (vscode.window.activeTextEditor?.document !== document) return;
    setContext("isOutcomeUnknown", isUnknown);
    const { tenant, name, session, isLinked, seen } = targetOf(document, sessions, state.remembered);
    // Otherwise, a change on the service would appear only once the sidebar is opened.
    if (isLinked && session?.signedIn === true && session.store.snapshot.failure === undefined)
      inBackground("load-connections", () => session.store.load());
    const connection = isLinked ? (seen?.name ?? fileConnectionName(document.uri, name)) : undefined;
    const target = [session?.tenant.name ?? tenant, connection].filter((word) => word !== undefined);
    const words = [...target, describeFileState(state, { isLinked })];
    item.text = `$(${state.doing === undefined ? "zap" : "sync~spin"}) ${words.map((word, at) => sanitizeLabel(word, at < target.length ? 40 : 100)).join(" · ")}`;
    item.tooltip = l10n.t("Push, compare, or show the connection of this setup file");
    item.accessibilityInformation = { label: l10n.t("Setup file: {0}", formatNarrowList(words)) };
    item.show();
  };
  const run = throttle(() => {
    inBackground("update-view", update);
  });
  run();
  return vscode.Disposable.from(
    item,
    vscode.window.onDidChangeActiveTextEditor(run),
    states.onDidChange(run),
    sessions.onDidChange(run),
    vscode.workspace.onDidSaveTextDocument(run),
  );
}

/** Lists the actions for a setup file, after a click on the status bar. */
export async function fileActions(services: EditorServices): Promise<void> {
  const document = await currentSetupFile(services, undefined);
  if (!document) return;
  const { fileStates } = services;
  const check = { label: `$(question) ${l10n.t("Check the outcome of the last push")}`, command: CHECK };
  const values = { label: `$(key) ${l10n.t("Compare values")}`, command: COMPARE_VALUES };
  const actions = [
    { label: `$(cloud-upload) ${l10n.t("Push")}`, command: PUSH },
    ...(fileStates.openPush(document.uri) ? [check] : []),
    { label: `$(diff) ${l10n.t("Compare with service")}`, command: COMPARE },
    ...(isNotRun((await fileStates.of(document.uri)).values) ? [values] : []),
    { label: `$(copy) ${l10n.t("Copy to another tenant")}`, command: "vaultconn.copyToTenant" },
    { label: `$(list-tree) ${l10n.t("Reveal in sidebar")}`, command: "vaultconn.revealInTree" },
    { label: `$(history) ${l10n.t("Show pushes")}`, command: "vaultconn.pushes.focus" },
    { label: `$(output) ${l10n.t("Show log")}`, command: "vaultconn.showLog" },
  ];
  const action = await vscode.window.showQuickPick(actions, { title: l10n.t("Setup file"), ignoreFocusOut: true });
  if (action) await vscode.commands.executeCommand(action.command, document.uri);
}

function targetOf(document: vscode.TextDocument, sessions: Sessions, remembered: FileState["remembered"]) {
  const { tenant, id: written, name } = namedIn(document.getText());
  const session = tenantOfFile(sessions, tenant, remembered);
  const id = idOfFile(written, session, remembered);
  const seen = id === undefined ? undefined : lastSeen(id, session, remembered);
  return { tenant, name, session, isLinked: id !== undefined, seen };
}

/** Longer than VS Code usually delays a notification, in milliseconds. */
const AGAIN_MS = 2000;

/**
 * Shows code lenses. VS Code delays its request for new ones, and drops it if the editor loses focus. Notify it again
 * later, so that "checking…" doesn't stay.
 */
export function showLenses(states: FileStates, sessions: Sessions): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let again: NodeJS.Timeout | undefined;
  const fire = throttle(() => {
    changed.fire();
  });
  const notify = () => {
    fire();
    clearTimeout(again);
    again = setTimeout(fire, AGAIN_MS);
  };
  return vscode.Disposable.from(
    states.onDidChange(notify),
    sessions.onDidChange(notify),
    vscode.languages.registerCodeLensProvider(setupFileSelector(), {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => lensesFor(document, states, sessions),
    }),
  );
}

/** The code lenses above the root object, if there is one. */
export async function lensesFor(
  document: vscode.TextDocument,
  states: Pick<FileStates, "of">,
  sessions: Sessions,
): Promise<vscode.CodeLens[]> {
  const root = parseTree(document.getText());
  if (root?.type !== "object") return [];
  const start = document.positionAt(root.offset);
  const lens = (title: string, command?: string) =>
    new vscode.CodeLens(new vscode.Range(start, start), {
      title,
      command: command ?? "",
      ...(command !== undefined && { arguments: [document.uri] }),
    });
  const state = await states.of(document.uri);
  const { tenant, name, session, isLinked, seen } = targetOf(document, sessions, state.remembered);
  if (!session)
    return [
      lens(
        tenant === undefined ? l10n.t("Push…") : l10n.t("Push ({0} isn't one of your tenants)", sanitizeLabel(tenant)),
        PUSH,
      ),
    ];
  const target = [
    l10n.t("Push to {0}", sanitizeLabel(session.tenant.name)),
    ...(seen ? [sanitizeLabel(seen.name)] : []),
  ];
  const isOther = name !== undefined && !name.includes("${") && name !== seen?.name;
  const about = { isLinked, otherName: isOther ? seen?.name : undefined };
  const { label, lens: text = label, command: rule } = ruleFor(state.kind);
  const command = typeof rule === "function" ? rule(state) : rule;
  return [
    ...(session.tenant.readOnly ? [] : [lens(target.join(" · "), PUSH)]),
    state.doing === undefined ? lens(text(state, about), command) : lens(describeFileState(state)),
    ...(seen && !seen.ready ? [lens(l10n.t("not ready"))] : []),
  ];
}

export function decorateFiles(states: FileStates): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: states.onDidChange,
    provideFileDecoration: async (uri) =>
      uri.path.endsWith(FILE_ENDING) && isOriginal(uri) ? decorationFor(await states.of(uri)) : undefined,
  });
}

function decorationFor(state: FileState): vscode.FileDecoration | undefined {
  const doing = () => capitalize(describeFileState(state));
  const badge =
    state.doing === undefined ? ruleFor(state.kind).badge : (["…", "descriptionForeground", doing] as const);
  if (!badge) return undefined;
  const [text, color, tooltip] = badge;
  return new vscode.FileDecoration(text, tooltip(state), new vscode.ThemeColor(color));
}
