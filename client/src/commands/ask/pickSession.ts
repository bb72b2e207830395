import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { plainLabel } from "../../plainText.js";
import type { Services } from "../../services.js";
import type { Session } from "../../tenants/session.js";

/**
 * Lets a person choose a tenant; with one candidate there is nothing to ask.
 * Without any, says so and offers to add one.
 */
export async function pickSession({ sessions }: Services, title: string, fits: (session: Session) => boolean = () => true): Promise<Session | undefined> {
  const candidates = sessions.all.filter(fits);
  if (candidates.length === 0) {
    const add = l10n.t("Add Tenant");
    const answer = await vscode.window.showInformationMessage(l10n.t("There is no tenant yet for this."), add);
    if (answer === add) await vscode.commands.executeCommand("vaultconn.addTenant");
    return undefined;
  }
  if (candidates.length === 1) return candidates[0];
  const items = candidates.map((session) => ({ label: plainLabel(session.tenant.name), description: session.tenant.host, session }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.session;
}
