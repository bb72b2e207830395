import * as vscode from "vscode";

/** A file in the shapes commands take: menus give its URI, code lenses and quick fixes the text of it. Undefined for anything else. */
export function asUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  return typeof argument === "string" ? vscode.Uri.parse(argument) : undefined;
}
