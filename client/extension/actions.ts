import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { providerOf } from "../../schemas/references.js";
import type { PushResult } from "../core/push/pushTypes.js";
import type { NamedReference } from "../core/secrets/referenceProblems.js";
import type { Action } from "../core/text/action.js";

/** A tenant as it was when a message was shown. It may be edited or removed before a button is pressed. */
export interface NamedTenant {
  readonly origin: string;
  readonly tenantName: string;
}

/** What a message is about. */
export interface MessageSubject {
  readonly tenant?: NamedTenant;
  readonly result?: PushResult;
}

/** What a command is called with; undefined if the action isn't possible. */
type Arguments = (about: MessageSubject) => readonly unknown[] | undefined;

interface ActionRule {
  readonly title: () => string;
  readonly command: string;
  readonly arguments?: Arguments;
}

const onTenant: Arguments = ({ tenant }) => [tenant];
const onPush: Arguments = ({ result }) => result && [result];
const onFile: Arguments = ({ result }) => (result && result.target.file !== "" ? [result] : undefined);
const onPushOrTenant: Arguments = ({ result, tenant }) => [result ?? tenant];

/** What buttons in messages, rows and the overview do. Each runs a command, which finds out what's possible by then. */
const ACTIONS: Readonly<Record<Action, ActionRule>> = {
  addProvider: {
    title: () => l10n.t("Add Secret Provider…"),
    command: "vaultconn.addSecretProvider",
    arguments: ({ result }) => {
      const missing = result && missingIn(result);
      return missing && [{ name: providerOf(missing.name).provider }];
    },
  },
  addTenant: { title: () => l10n.t("Add Tenant"), command: "vaultconn.addTenant" },
  checkAgain: { title: () => l10n.t("Check Again"), command: "vaultconn.checkPush", arguments: onPush },
  chooseConnection: {
    title: () => l10n.t("Choose Connection"),
    command: "_vaultconn.chooseConnection",
    arguments: onFile,
  },
  copyScope: { title: () => l10n.t("Copy Scope"), command: "_vaultconn.copyScope" },
  editTenant: { title: () => l10n.t("Edit Tenant…"), command: "vaultconn.row.editTenant", arguments: onTenant },
  manageTrust: { title: () => l10n.t("Manage Workspace Trust"), command: "workbench.trust.manage" },
  openInBrowser: { title: () => l10n.t("Open in Browser"), command: "vaultconn.openInBrowser", arguments: onPush },
  proxySettings: {
    title: () => l10n.t("Proxy Settings"),
    command: "workbench.action.openSettings",
    arguments: () => ["http.proxy"],
  },
  pushAgain: { title: () => l10n.t("Push Again"), command: "vaultconn.push", arguments: onPush },
  refresh: { title: () => l10n.t("Refresh"), command: "vaultconn.refresh", arguments: onTenant },
  retry: { title: () => l10n.t("Retry"), command: "vaultconn.refresh", arguments: onTenant },
  retryPush: { title: () => l10n.t("Retry"), command: "vaultconn.push", arguments: onPush },
  showInFile: { title: () => l10n.t("Show in File"), command: "vaultconn.openSetupFile", arguments: onFile },
  showLog: { title: () => l10n.t("Show Log"), command: "vaultconn.showLog" },
  showRecord: { title: () => l10n.t("Show Record"), command: "vaultconn.showRecord", arguments: onPush },
  signIn: { title: () => l10n.t("Sign In"), command: "vaultconn.signIn", arguments: onPushOrTenant },
  signInDifferently: {
    title: () => l10n.t("Sign In Differently"),
    command: "vaultconn.signIn",
    arguments: onPushOrTenant,
  },
  storeSecret: { title: () => l10n.t("Store as Secret"), command: "vaultconn.row.storeSecret", arguments: onFile },
};

/** The first reference without a value. */
export function missingIn({ outcome }: PushResult): NamedReference | undefined {
  return outcome.kind === "unresolved" ? outcome.problems[0]?.reference : undefined;
}

export function actionTitle(action: Action): string {
  return ACTIONS[action].title();
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
  if (about.result) results.add(about.result);
  return actions.flatMap((action) => {
    const { title, command, arguments: argumentsFor } = ACTIONS[action];
    const given = argumentsFor ? argumentsFor(about) : [];
    return given ? [{ title: title(), command, arguments: [...given] }] : [];
  });
}

/** Shows a message, and runs the command of the button that the user presses. */
export async function showMessage(
  severity: "information" | "warning" | "error",
  text: string,
  commands: readonly vscode.Command[],
): Promise<void> {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const show = { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage }[severity];
  const answer = await show(text, ...commands.map(({ title }) => title));
  await runCommands(commands.filter(({ title }) => title === answer));
}

export async function runCommands(commands: readonly vscode.Command[]): Promise<void> {
  for (const { command, arguments: given = [] } of commands)
    await vscode.commands.executeCommand(command, ...(given as unknown[]));
}
