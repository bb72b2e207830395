import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

/** What Restricted Mode refuses because it reaches a tenant or changes what is kept for one, and what to do. */
const REFUSALS = {
  addTenant: () => l10n.t("To add a tenant, trust this workspace."),
  trySample: () => l10n.t("To try the sample, trust this workspace."),
  removeSample: () => l10n.t("To remove the sample, trust this workspace."),
  editTenant: () => l10n.t("To edit a tenant, trust this workspace."),
  removeTenant: () => l10n.t("To remove a tenant, trust this workspace."),
  signIn: () => l10n.t("To sign in, trust this workspace."),
  signOut: () => l10n.t("To sign out, trust this workspace."),
  refresh: () => l10n.t("To refresh connections, trust this workspace."),
  loadMore: () => l10n.t("To load connections, trust this workspace."),
  loadAll: () => l10n.t("To load connections, trust this workspace."),
  find: () => l10n.t("To find a connection, trust this workspace."),
  exportConnections: () => l10n.t("To export connections, trust this workspace."),
  showOverview: () => l10n.t("To show the overview, trust this workspace."),
  createSetupFile: () => l10n.t("To create a setup file for a connection, trust this workspace."),
  copyToTenant: () => l10n.t("To copy a setup file to another tenant, trust this workspace."),
  replaceSetup: () => l10n.t("To replace a setup, trust this workspace."),
  rename: () => l10n.t("To rename a connection, trust this workspace."),
  push: () => l10n.t("To push, trust this workspace."),
  pushAll: () => l10n.t("To push, trust this workspace."),
  continueReview: () => l10n.t("To push, trust this workspace."),
  checkPush: () => l10n.t("To check a push, trust this workspace."),
  compareWithService: () => l10n.t("To compare with the service, trust this workspace."),
  compareAll: () => l10n.t("To compare with the service, trust this workspace."),
  revealInTree: () => l10n.t("To reveal the connection in the sidebar, trust this workspace."),
  addSecretProvider: () => l10n.t("To add a secret provider, trust this workspace."),
  compareValues: () => l10n.t("To compare values, trust this workspace."),
  storeSecret: () => l10n.t("To store a secret, trust this workspace."),
  manageSecrets: () => l10n.t("To manage secrets, trust this workspace."),
} satisfies Readonly<Record<string, () => string>>;

/** What a command does that Restricted Mode refuses: the last part of its id. */
export type TrustedAction = keyof typeof REFUSALS;

export function onlyIfTrusted<Given extends unknown[]>(
  action: TrustedAction,
  command: (...given: Given) => Promise<void> | void,
): (...given: Given) => Promise<void> | void {
  return (...given) => (vscode.workspace.isTrusted ? command(...given) : refuse(action));
}

async function refuse(action: TrustedAction): Promise<void> {
  const manage = l10n.t("Manage Workspace Trust");
  if ((await vscode.window.showWarningMessage(REFUSALS[action](), manage)) === manage)
    await vscode.commands.executeCommand("workbench.trust.manage");
}
