import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../core/files/fileName.js";
import type { HistoryLine } from "../core/push/history.js";
import type { Offered } from "./push/shownComparisons.js";
import { asConnectionNode, asNode, type ConnectionNode, type Node } from "./tenants/nodes.js";
import type { Services } from "./services.js";
import { asUri } from "./ui/asUri.js";
import type { Command } from "./ui/command.js";

/**
 * A command as rows call it: on the row it was called on, or on nothing. While rows are drawn anew, VS Code calls it
 * without the row that was clicked, and neither the active editor nor the selection says which that was.
 * @param kinds of the rows that have it.
 */
export function onRow(command: Command, ...kinds: readonly Node["kind"][]): Command {
  return (services, row, selected) => {
    const kind = asNode(row)?.kind;
    if (kind === undefined || !kinds.includes(kind)) return askToChooseAgain();
    return severalOf(selected).length > 1 ? askForOne() : command(services, row);
  };
}

/** A command as the rows of connections call it that is for several at once: on all that are selected together with the row it was called on. */
export function onRows(
  command: (services: Services, rows: readonly ConnectionNode[]) => Promise<void> | void,
): Command {
  return (services, row, selected) => {
    const clicked = asConnectionNode(row);
    if (!clicked) return askToChooseAgain();
    const rows = severalOf(selected).flatMap((one) => asConnectionNode(one) ?? []);
    return command(services, rows.length > 1 ? rows : [clicked]);
  };
}

/** What VS Code gives beside the one thing that was clicked: all that is selected with it, or nothing. */
function severalOf(selected: unknown): readonly unknown[] {
  return Array.isArray(selected) ? selected : [];
}

async function askForOne(): Promise<void> {
  await vscode.window.showInformationMessage(l10n.t("This is for one connection at a time. Choose one."));
}

/** A command as the menus of a file call it, in the Explorer, on its tab or in its editor: on that file, or on nothing. */
export function onFile(command: Command): Command {
  return (services, file, selected) => {
    if (!asUri(file)) return askToChooseAgain();
    return severalOf(selected).length > 1 ? askForOne() : command(services, file);
  };
}

/** The same for a command that is for several at once: the Explorer gives all that are selected together with the file that was clicked. */
export function onFiles(command: (services: Services, files: readonly vscode.Uri[]) => Promise<void>): Command {
  return (services, file, selected) => {
    const clicked = asUri(file);
    if (!clicked) return askToChooseAgain();
    const files = severalOf(selected).flatMap((one) => asUri(one) ?? []);
    const setupFiles = files.filter(({ path }) => path.endsWith(FILE_ENDING));
    return command(services, setupFiles.length > 1 ? setupFiles : [clicked]);
  };
}

/** A command as the rows of pushes call it: on that push, or on nothing. */
export function onPushed(command: (services: Services, line: HistoryLine) => Promise<void>): Command {
  return (services, row) => {
    const line = services.pushList.lineOf(row);
    return line ? command(services, line) : askToChooseAgain();
  };
}

/** The same for a command on the setup file of the push. */
export function onPushedFile(command: Command): Command {
  return onPushed(async (services, line) => {
    const file = services.pushList.fileOf(line);
    await (file ? command(services, file) : askToChooseAgain());
  });
}

/** A command as the title of a comparison calls it: on what is compared there, or on nothing. */
export function onComparison(command: (services: Services, offered: Offered) => Promise<void>): Command {
  return (services, argument) => {
    const offered = services.reviews.offered(argument);
    return offered ? command(services, offered) : askToChooseAgain();
  };
}

async function askToChooseAgain(): Promise<void> {
  await vscode.window.showInformationMessage(l10n.t("The list was just updated. Choose again."));
}
