import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../core/files/setupFile.js";
import type { HistoryLine } from "../core/push/history.js";
import type { Offered } from "./push/shownComparisons.js";
import { asNode, type ConnectionNode, type Node } from "./tenants/nodes.js";
import type { Services } from "./services.js";
import { asUri, type Command } from "./ui/command.js";

type Run<Target> = (services: Services, target: Target) => Promise<void> | void;

interface Targets {
  /** Called on nothing: from the palette, by a key or by a link. */
  readonly nothing?: (services: Services) => Promise<void> | void;
  /** The row of a tenant, or the one below it that says why loading failed. */
  readonly tenant?: Run<Node>;
  readonly connection?: Run<ConnectionNode>;
  readonly connections?: Run<readonly ConnectionNode[]>;
  /** One file, in the Explorer, on its tab, in its editor or above its text. */
  readonly file?: Run<vscode.Uri>;
  readonly files?: Run<readonly vscode.Uri[]>;
  readonly push?: Run<HistoryLine>;
  /** The setup file of the push whose row it is. */
  readonly fileOfPush?: Run<vscode.Uri>;
}

/**
 * A command that acts on what it was called on, or on nothing. While rows are redrawn, VS Code calls the command of a
 * clicked row with `undefined` in place of the row, and neither the active editor nor the selection says which it was.
 * Only a call without any argument comes from the palette, a key or a link.
 */
export function on(targets: Targets): Command {
  return (services, ...given) =>
    given.length === 0 && targets.nothing ? targets.nothing(services) : runOn(targets, services, given);
}

function runOn(targets: Targets, services: Services, [target, selected]: readonly unknown[]): Promise<void> | void {
  const several = Array.isArray(selected) && selected.length > 1 ? (selected as readonly unknown[]) : [];
  const one = <Target>(run: Run<Target>, only: Target) => (several.length > 0 ? askForOne() : run(services, only));
  const node = asNode(target);
  if (node?.kind === "connection" && targets.connection) return one(targets.connection, node);
  if (node?.kind === "connection" && targets.connections) {
    const rows = several.map(asNode).filter((row) => row?.kind === "connection");
    return targets.connections(services, rows.length > 1 ? rows : [node]);
  }
  if ((node?.kind === "tenant" || node?.kind === "problem") && targets.tenant) return one(targets.tenant, node);
  const line = services.pushList.lineOf(target);
  if (line && targets.push) return targets.push(services, line);
  const uri = line && targets.fileOfPush ? services.pushList.fileOf(line) : asUri(target);
  if (uri && line && targets.fileOfPush) return targets.fileOfPush(services, uri);
  if (uri && targets.file) return one(targets.file, uri);
  if (uri && targets.files) {
    const files = several.flatMap((each) => asUri(each) ?? []).filter(({ path }) => path.endsWith(FILE_ENDING));
    return targets.files(services, files.length > 1 ? files : [uri]);
  }
  return askToChooseAgain();
}

/** A command as the title of a comparison calls it: on what is compared there, or on nothing. */
export function onComparison(command: Run<Offered>): Command {
  return (services, argument) => {
    const offered = services.reviews.offered(argument);
    return offered ? command(services, offered) : askToChooseAgain();
  };
}

async function askForOne(): Promise<void> {
  await vscode.window.showInformationMessage(l10n.t("This command works on one connection at a time. Select one."));
}

async function askToChooseAgain(): Promise<void> {
  await vscode.window.showInformationMessage(l10n.t("The list has changed. Select again."));
}
