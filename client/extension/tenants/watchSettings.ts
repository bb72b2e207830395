import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { eraseCredentials, onDidChangeTenants, readTenants, showSettingsProblem } from "./settings.js";

/**
 * Says what is wrong with the tenants in the settings: entries that cannot be
 * used, and credentials, which do not belong there.
 * @param signIn asks for a tenant, and for what to sign in with.
 */
export function watchTenantSettings(signIn: () => Promise<void>): vscode.Disposable {
  let told = "";
  const look = () => {
    const { problems, credentials } = readTenants();
    const finding = JSON.stringify([problems, credentials]);
    if (finding === told) return;
    told = finding;
    if (credentials) void refuseCredentials(signIn);
    else if (problems[0] !== undefined) void showSettingsProblem(problems[0]);
  };
  look();
  return onDidChangeTenants(look);
}

async function refuseCredentials(signIn: () => Promise<void>): Promise<void> {
  const remove = l10n.t("Remove From Settings and Sign In");
  const message = l10n.t(
    "The setting vaultconn.tenants holds a credential. It is not used: settings are synchronised and stored as plain text. Sign in instead, and consider the credential disclosed.",
  );
  if ((await vscode.window.showWarningMessage(message, remove)) !== remove) return;
  await eraseCredentials();
  await signIn();
}
