import * as vscode from "vscode";

/**
 * A file in the shapes commands take: menus give its URI, code lenses and quick fixes `FileCommandParams`, and key
 * bindings may give the text of it. Undefined for anything else.
 */
export function asUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const { uri = argument } = (argument ?? {}) as { readonly uri?: unknown };
  return typeof uri === "string" ? vscode.Uri.parse(uri) : undefined;
}
