import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { providerOf } from "../../schemas/references.js";
import type { PushResult } from "../core/push/pushTypes.js";
import type { NamedReference } from "../core/secrets/referenceProblems.js";
import type { Action } from "../core/text/action.js";
import type { CommandId, HiddenCommandId } from "./contributions/commands.js";

/** A tenant as it was when a message was shown. It may be edited or removed before a button is pressed. */
export interface NamedTenant {
  readonly origin: string;
  readonly tenantName: string;
}

/** What a message is about. */
export interface MessageSubject {
  readonly tenant?: NamedTenant;
  /** Of a tenant that isn't there yet. */
  readonly host?: string | undefined;
  readonly results?: readonly PushResult[];
}

/** What a command is called with; undefined if the action isn't possible. */
type Arguments = (about: MessageSubject) => readonly unknown[] | undefined;

/** Commands of VS Code that buttons run. */
type ForeignId = "workbench.trust.manage" | "workbench.action.openSettings";

type ActionRule = readonly [
  title: () => string,
  command: CommandId | HiddenCommandId | ForeignId,
  argumentsFor?: Arguments,
];

const onTenant: Arguments = ({ tenant }) => [tenant];
/** As VS Code calls a command on several rows: with one, and with all. */
const onPushes: Arguments = ({ results: [first, ...others] = [] }) =>
  first && (others.length === 0 ? [first] : [first, [first, ...others]]);
const onPush: Arguments = (about) => (about.results?.length === 1 ? onPushes(about) : undefined);
const onFiles: Arguments = (about) =>
  about.results?.every(({ target }) => target.file !== "") === true ? onPushes(about) : undefined;
const onFile: Arguments = (about) => onPush(about) && onFiles(about);
/** A rename has no file, and is repeated alone. */
const toPushAgain: Arguments = (about) => onPush(about) ?? onFiles(about);
/** VS Code has the contents of a deleted file only while an editor shows it. */
const onFileInEditor: Arguments = (about) =>
  vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === about.results?.[0]?.target.file)
    ? onFile(about)
    : undefined;
const onPushesOrTenant: Arguments = (about) => onPushes(about) ?? [about.tenant];
const toAddProvider: Arguments = ({ results: [first] = [] }) => {
  const missing = first && missingIn(first);
  return missing && [{ name: providerOf(missing.name).provider }];
};

/** What buttons in messages, rows and the overview do. Each runs a command, which finds out what's possible by then. */
const ACTIONS: Readonly<Record<Action, ActionRule>> = {
  addProvider: [() => l10n.t("Add Secret Provider…"), "vaultconn.addSecretProvider", toAddProvider],
  addTenant: [() => l10n.t("Add Tenant"), "vaultconn.addTenant", ({ host }) => (host === undefined ? [] : [{ host }])],
  changeEndDate: [() => l10n.t("Change Date…"), "_vaultconn.changeEndDate", onFiles],
  checkAgain: [() => l10n.t("Check Again"), "vaultconn.checkPush", onPushes],
  chooseConnection: [() => l10n.t("Choose Connection"), "_vaultconn.chooseConnection", onFile],
  copyScope: [() => l10n.t("Copy Scope"), "_vaultconn.copyScope"],
  editTenant: [() => l10n.t("Edit Tenant…"), "vaultconn.row.editTenant", onTenant],
  manageTrust: [() => l10n.t("Manage Workspace Trust"), "workbench.trust.manage"],
  openInBrowser: [() => l10n.t("Open in Browser"), "vaultconn.openInBrowser", onPush],
  proxySettings: [() => l10n.t("Proxy Settings"), "workbench.action.openSettings", () => ["http.proxy"]],
  pushAgain: [() => l10n.t("Push Again"), "vaultconn.push", toPushAgain],
  refresh: [() => l10n.t("Refresh"), "vaultconn.refresh", onTenant],
  restartLanguageServer: [() => l10n.t("Restart Language Server"), "vaultconn.restartLanguageServer"],
  retry: [() => l10n.t("Retry"), "vaultconn.refresh", onTenant],
  retryPush: [() => l10n.t("Retry"), "vaultconn.push", toPushAgain],
  saveAndPush: [() => l10n.t("Save and Push…"), "_vaultconn.saveAndPush", onFileInEditor],
  showInFile: [() => l10n.t("Show in File"), "vaultconn.openSetupFile", onFile],
  showLog: [() => l10n.t("Show Log"), "vaultconn.showLog"],
  showRecord: [() => l10n.t("Show Record"), "vaultconn.showRecord", onPush],
  signIn: [() => l10n.t("Sign In"), "vaultconn.signIn", onPushesOrTenant],
  signInDifferently: [() => l10n.t("Sign In Differently"), "vaultconn.signIn", onPushesOrTenant],
  storeSecret: [() => l10n.t("Store as Secret"), "vaultconn.row.storeSecret", onFiles],
};

/** The first reference without a value. */
export function missingIn({ outcome }: PushResult): NamedReference | undefined {
  return outcome.kind === "unresolved" ? outcome.problems[0]?.reference : undefined;
}

export function actionTitle(action: Action): string {
  const [title] = ACTIONS[action];
  return title();
}

/** Any extension can call a command with a result that it made up, so only those that a message was about count. */
const results = new WeakSet<object>();

/** Undefined for anything that isn't the result of a push in this window. */
export function asResult(argument: unknown): PushResult | undefined {
  const isKnown = typeof argument === "object" && argument !== null && results.has(argument);
  return isKnown ? (argument as PushResult) : undefined;
}

/** The buttons of those actions that are possible. */
export function commandsFor(actions: readonly Action[], about: MessageSubject = {}): readonly vscode.Command[] {
  for (const result of about.results ?? []) results.add(result);
  return actions.flatMap((action) => {
    const [title, command, argumentsFor] = ACTIONS[action];
    const given = argumentsFor ? argumentsFor(about) : [];
    return given ? [{ title: title(), command, arguments: [...given] }] : [];
  });
}

type Severity = "information" | "warning" | "error";

/** Shows a message, and runs the command of the button that the user presses. */
export async function showMessage(
  severity: Severity,
  text: string,
  commands: readonly vscode.Command[],
): Promise<void> {
  const answer = await showButtons(
    severity,
    text,
    commands.map(({ title }) => title),
  );
  await runCommands(commands.filter(({ title }) => title === answer));
}

/** @returns the title of the button that the user presses. */
export function showButtons(
  severity: Severity,
  text: string,
  buttons: readonly string[],
): Thenable<string | undefined> {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const show = { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage }[severity];
  return show(text, ...buttons);
}

export async function runCommands(commands: readonly vscode.Command[]): Promise<void> {
  for (const { command, arguments: given = [] } of commands)
    await vscode.commands.executeCommand(command, ...(given as unknown[]));
}
