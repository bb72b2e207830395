import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { NAME_AT, type NameAtParams, type NameAtResult } from "../../../server/protocol/symbolMessages.js";
import type { LanguageServer } from "../editor/inspection.js";
import { nameProblem, type NamedSecrets } from "../../core/secrets/namedSecrets.js";
import { renameStored, type RenameOutcome } from "../../core/secrets/renameStored.js";
import type { Middleware } from "./languageclient.js";

/**
 * Renames a stored secret together with its references. Applies the edit itself to restore the secret if it fails,
 * since VS Code wouldn't report that.
 */
export function renameSecretsToo(
  secrets: NamedSecrets,
  server: () => LanguageServer,
): NonNullable<Middleware["provideRenameEdits"]> {
  return async (document, position, newName, token, next) => {
    const params: NameAtParams = { textDocument: { uri: document.uri.toString() }, position };
    const symbol = await server().request<NameAtResult | null>(NAME_AT, params);
    if (symbol?.kind !== "secret" || !secrets.names.includes(symbol.name))
      return next(document, position, newName, token);
    const problem = nameProblem(newName);
    if (problem !== undefined) throw new Error(problem);
    const edit = await next(document, position, newName, token);
    if (!edit || token.isCancellationRequested) return edit;
    const from = symbol.name;
    const outcome = await renameStored(secrets, { from, to: newName }, () => applyWhereUnchanged(edit, from));
    if (outcome !== "renamed") throw new Error(describeRename(outcome, from, newName));
    // The edit is already applied.
    return new vscode.WorkspaceEdit();
  };
}

/** Applies an edit if it replaces nothing but the old name. */
async function applyWhereUnchanged(edit: vscode.WorkspaceEdit, from: string): Promise<boolean> {
  for (const [uri, edits] of edit.entries()) {
    const document = await vscode.workspace.openTextDocument(uri);
    if (!edits.every(({ range }) => decoded(document.getText(range)) === from)) return false;
  }
  return vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

/** Part of a JSON string may contain escapes. */
function decoded(written: string): unknown {
  try {
    return JSON.parse(`"${written}"`);
  } catch {
    return undefined;
  }
}

export function describeRename(outcome: Exclude<RenameOutcome, "renamed">, from: string, to: string): string {
  switch (outcome) {
    case "taken":
      return l10n.t("A secret named {0} is already stored. Nothing was renamed.", to);
    case "refused":
      return l10n.t("This computer's secret storage can't be read and written. Nothing was renamed.");
    case "notApplied":
      return l10n.t("The files changed in the meantime, so nothing was renamed. Try again.");
    case "notUndone":
      return l10n.t(
        "The files couldn't be changed. The secret is now stored as {0} and as {1}. Remove the second one.",
        from,
        to,
      );
    case "oldRemains":
      return l10n.t("The files now refer to {1}, but the secret is also still stored as {0}. Remove {0}.", from, to);
  }
}
