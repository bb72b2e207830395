import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { inARow } from "../locale.js";
import type { Services } from "../services.js";
import { asNode } from "../sidebar/nodes.js";
import { commands, type Command } from "./table.js";
import { orTellUnexpected } from "./unexpected.js";

/** The commands that reach a tenant, or change what is kept for one. Not in Restricted Mode. */
const NEEDS_TRUST = new Set(["addTenant", "editTenant", "removeTenant", "signIn", "signOut", "refresh", "loadMore", "loadAll", "find", "createSetupFile", "replaceSetup", "rename", "revealInTree", "push", "pushAll", "compareWithService", "storeSecret", "manageSecrets"].map((name) => `vaultconn.${name}`));

/** Registers every command. What goes wrong in one is told to the person, and never thrown at the caller. */
export function registerCommands(services: Services): vscode.Disposable {
  const registrations = Object.entries(commands).map(([id, command]) =>
    vscode.commands.registerCommand(id, (...given: unknown[]) => run(id, command, services, given)),
  );
  return vscode.Disposable.from(...registrations);
}

/** Commands return nothing, so no other extension learns anything from calling one. */
async function run(id: string, command: Command, services: Services, given: readonly unknown[]): Promise<void> {
  if (NEEDS_TRUST.has(id) && !vscode.workspace.isTrusted) {
    await refuseForTrust();
    return;
  }
  await orTellUnexpected(services, id, () => command(services, ...given.map((argument) => (isForeignRow(argument, services) ? undefined : argument))));
}

/** A row with a tenant that is not among ours was made up by another extension, or its tenant has gone. */
function isForeignRow(argument: unknown, { sessions }: Services): boolean {
  const node = asNode(argument);
  return node !== undefined && !sessions.all.includes(node.session);
}

async function refuseForTrust(): Promise<void> {
  const manage = l10n.t("Manage Trust");
  const answer = await vscode.window.showWarningMessage(inARow(l10n.t("Tenants are reached only from a trusted workspace."), l10n.t("Nothing was sent.")), manage);
  if (answer === manage) await vscode.commands.executeCommand("workbench.trust.manage");
}
