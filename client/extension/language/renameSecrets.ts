import * as vscode from "vscode";
import { NameAtRequest } from "../../../server/protocol/symbolMessages.js";
import type { LanguageServer } from "../editor/languageServer.js";
import { secretNameProblem, type NamedSecrets } from "../../core/secrets/namedSecrets.js";
import { parseJson } from "../../core/text/json.js";
import { renameStored } from "../../core/secrets/renameStored.js";
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
    const params = { textDocument: { uri: document.uri.toString() }, position };
    const symbol = await server().request(NameAtRequest, params);
    if (symbol?.kind !== "secret" || !secrets.names.includes(symbol.name))
      return next(document, position, newName, token);
    const problem = secretNameProblem(newName);
    if (problem !== undefined) throw new Error(problem);
    const edit = await next(document, position, newName, token);
    if (!edit || token.isCancellationRequested) return edit;
    const from = symbol.name;
    const failure = await renameStored(secrets, { from, to: newName }, () => applyWhereUnchanged(edit, from));
    if (failure !== undefined) throw new Error(failure);
    // The edit is already applied.
    return new vscode.WorkspaceEdit();
  };
}

/** Applies an edit if it replaces nothing but the old name. */
async function applyWhereUnchanged(edit: vscode.WorkspaceEdit, from: string): Promise<boolean> {
  for (const [uri, edits] of edit.entries()) {
    const document = await vscode.workspace.openTextDocument(uri);
    // Part of a JSON string may contain escapes.
    if (!edits.every(({ range }) => parseJson(`"${document.getText(range)}"`) === from)) return false;
  }
  return vscode.workspace.applyEdit(edit, { isRefactoring: true });
}
