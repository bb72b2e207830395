import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../schemas/files.js";
import type { HistoryLine } from "../core/push/state/storedPushes.js";
import type { PushResult } from "../core/push/pushTypes.js";
import { asResult, commandsFor, showMessage } from "./actions.js";
import type { OverviewPanel } from "./overview/overviewPanel.js";
import type { PushServices } from "./push/pushServices.js";
import type { ComparisonTarget } from "./push/reviewDocuments.js";
import type { Walkthrough } from "./sidebar/walkthrough.js";
import { asNamedTenant, asNode, type ConnectionNode, type Node } from "./tenants/nodes.js";
import { describeRemoved } from "./tenants/sessionOf.js";
import { isCopy, refuseCopy } from "./editor/setupDocument.js";
import type { LanguageServerClient } from "./language/languageServerClient.js";
import { asUri } from "./editor/currentSetupFile.js";

/** All that features share. Only commands see it whole: each feature names what it uses, and nothing above it. */
export interface Services extends PushServices {
  readonly languageServer: LanguageServerClient;
  readonly overview: OverviewPanel;
  readonly walkthrough: Walkthrough;
}

/** Runs a command. Its arguments must be checked, since any extension can call it. */
export interface Command {
  (services: Services, ...args: unknown[]): Promise<void> | void;
  /** What it can be called on, if it tells that apart. */
  readonly targets?: readonly string[];
  /** Whether Restricted Mode refuses it. */
  readonly needsTrust?: boolean;
}

export interface TrustedCommand extends Command {
  readonly needsTrust: true;
}

type Run<Target> = (services: Services, target: Target) => Promise<void> | void;

interface Targets {
  /** Called without arguments: from the palette, a key binding or a link. */
  readonly nothing?: (services: Services) => Promise<void> | void;
  /** The row of a tenant, or the row below it with the reason why loading failed. */
  readonly tenant?: Run<Node>;
  readonly connection?: Run<ConnectionNode>;
  readonly connections?: Run<readonly ConnectionNode[]>;
  /** A single file: in the Explorer, on its tab, in its editor's menu or a code lens. */
  readonly file?: Run<vscode.Uri>;
  readonly files?: Run<readonly vscode.Uri[]>;
  readonly push?: Run<HistoryLine>;
  /** A push in whose message a button was pressed. */
  readonly result?: Run<PushResult>;
  /** All pushes that a message is about. */
  readonly results?: Run<readonly PushResult[]>;
  /** The setup file of a push, called on the push's row. */
  readonly fileOfPush?: Run<vscode.Uri>;
  /** The comparison in whose title an action was used. */
  readonly comparison?: Run<ComparisonTarget>;
}

/**
 * A command that depends on what it was called on. While rows are redrawn, VS Code passes `undefined` instead of the
 * clicked row, and nothing tells which it was. So only a call without any arguments counts as `nothing`.
 */
export function byTarget(targets: Targets): Command {
  const run: Command = (services, ...args) =>
    args.length === 0 && targets.nothing ? targets.nothing(services) : runOn(targets, services, args);
  return Object.assign(run, { targets: Object.keys(targets) });
}

function runOn(targets: Targets, services: Services, [target, selected]: readonly unknown[]): Promise<void> | void {
  const several = Array.isArray(selected) && selected.length > 1 ? (selected as readonly unknown[]) : [];
  const one = <Target>(run: Run<Target>, only: Target) =>
    several.length === 0
      ? run(services, only)
      : inform(l10n.t("This command works on one connection at a time. Select one."));
  const node = asNode(target);
  if (node?.kind === "connection" && targets.connection) return one(targets.connection, node);
  if (node?.kind === "connection" && targets.connections) {
    const rows = several.map(asNode).filter((row) => row?.kind === "connection");
    return targets.connections(services, rows.length > 1 ? rows : [node]);
  }
  if ((node?.kind === "tenant" || node?.kind === "problem") && targets.tenant) return one(targets.tenant, node);
  const compared = targets.comparison && services.reviews.offered(asUri(target));
  if (compared) return targets.comparison(services, compared);
  const result = asResult(target);
  if (result && targets.results) {
    const results = several.flatMap((each) => asResult(each) ?? []);
    return targets.results(services, results.length > 1 ? results : [result]);
  }
  if (result && targets.result) return targets.result(services, result);
  const line = services.pushList.lineOf(target);
  if (line && targets.push) return targets.push(services, line);
  const uri = line && targets.fileOfPush ? services.pushList.fileOf(line) : asUri(target);
  if (uri && line && targets.fileOfPush) return targets.fileOfPush(services, uri);
  if (uri && (targets.file ?? targets.files) && isCopy({ uri, languageId: "" })) return refuseCopy(uri);
  if (uri && targets.file) return one(targets.file, uri);
  if (uri && targets.files) {
    const files = several.flatMap((each) => asUri(each) ?? []).filter(({ path }) => path.endsWith(FILE_ENDING));
    return targets.files(services, files.length > 1 ? files : [uri]);
  }
  const removed = asNamedTenant(target);
  return inform(removed ? describeRemoved(removed) : l10n.t("The list has changed. Select again."));
}

/**
 * The row of a tenant that's named. Null for a row of an unknown tenant, which is forged by another extension or
 * outdated: such a call isn't one without a row.
 */
export function asItIsNow(argument: unknown, { sessions }: Pick<Services, "sessions">): unknown {
  const node = asNode(argument);
  if (node) return sessions.all.includes(node.session) ? node : null;
  const named = asNamedTenant(argument);
  const session = named && sessions.withOrigin(named.origin);
  return session ? { kind: "tenant", session } : argument;
}

async function inform(message: string): Promise<void> {
  await vscode.window.showInformationMessage(message);
}

/** @param refusal what Restricted Mode shows instead of running the command. */
export function ifTrusted(refusal: () => string, command: Command): TrustedCommand {
  const run: Command = (...args) =>
    vscode.workspace.isTrusted ? command(...args) : showMessage("warning", refusal(), commandsFor(["manageTrust"]));
  return Object.assign(run, { ...command, needsTrust: true as const });
}
