import * as vscode from "vscode";
import type { Services } from "../services.js";

/** What a command does. Arguments come from a menu, a code lens or anyone: they are checked. */
export type Command = (services: Services, ...given: unknown[]) => Promise<void> | void;

/**
 * A file in the shapes commands take: menus and code lenses give its URI, quick fixes a place in it,
 * and key bindings may give the text of the URI. Undefined for anything else.
 */
export function asUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const { uri = argument } = (argument ?? {}) as { readonly uri?: unknown };
  if (uri instanceof vscode.Uri) return uri;
  return typeof uri === "string" ? vscode.Uri.parse(uri) : undefined;
}
