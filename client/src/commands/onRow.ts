import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { asNode, type Node } from "../sidebar/nodes.js";
import { asUri } from "./asUri.js";
import type { Command } from "./command.js";

/**
 * A command as rows call it: on the row it was called on, or on nothing. While rows are drawn anew, VS Code calls it
 * without the row that was clicked, and neither the active editor nor the selection says which that was.
 * @param kinds of the rows that have it.
 */
export function onRow(command: Command, ...kinds: readonly Node["kind"][]): Command {
  return (services, row) => {
    const kind = asNode(row)?.kind;
    return kind !== undefined && kinds.includes(kind) ? command(services, row) : askToChooseAgain();
  };
}

/** A command as the menus of a file call it, in the Explorer, on its tab or in its editor: on that file, or on nothing. */
export function onFile(command: Command): Command {
  return (services, file) => (asUri(file) ? command(services, file) : askToChooseAgain());
}

async function askToChooseAgain(): Promise<void> {
  await vscode.window.showInformationMessage(l10n.t("The list was just updated. Choose again."));
}
