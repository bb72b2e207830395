import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { joinSentences } from "../locale.js";

/** A command that reaches a tenant, or changes what is kept for one: Restricted Mode refuses it, and says why. */
export function onlyIfTrusted<Given extends unknown[]>(
  command: (...given: Given) => Promise<void> | void,
): (...given: Given) => Promise<void> | void {
  return (...given) => (vscode.workspace.isTrusted ? command(...given) : refuse());
}

async function refuse(): Promise<void> {
  const manage = l10n.t("Manage Trust");
  const answer = await vscode.window.showWarningMessage(
    joinSentences(l10n.t("Tenants are reached only from a trusted workspace."), l10n.t("Nothing was sent.")),
    manage,
  );
  if (answer === manage) await vscode.commands.executeCommand("workbench.trust.manage");
}
