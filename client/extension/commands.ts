import * as vscode from "vscode";
import {
  asItIsNow,
  type Command,
  byTarget,
  onlyIfTrusted,
  type Services,
  type TrustedAction,
} from "./commandTargets.js";
import { copyToTenant } from "./editor/copyToTenant.js";
import { createSetupFile, createSetupFiles, newSetupFile } from "./editor/createSetupFile.js";
import { openSetupFile } from "./editor/currentSetupFile.js";
import { fileActions } from "./editor/showFileStates.js";
import { tenantOfFile } from "./editor/tenantOfFile.js";
import { revealInTree, revealPushed } from "./sidebar/revealInTree.js";
import { checkPush, checkPushed } from "./push/checkPush.js";
import { compareAll, compareTogether, compareWithService } from "./push/compare.js";
import { openCompared } from "./push/reviewDocuments.js";
import { showRefused } from "./push/refusals.js";
import {
  checkAgain,
  pushAgain,
  pushElsewhere,
  showPushedRecord,
  signInAndContinue,
  storeFirstMissing,
} from "./push/resultActions.js";
import { push, pushAll, pushTogether, rename } from "./push/push.js";
import { onRows } from "./push/requests.js";
import { addSecretProvider } from "./secrets/addProvider.js";
import { compareCurrentValues, compareValues } from "./secrets/compareValues.js";
import { manageSecrets, storeMissing, storeSecret } from "./rotation/storedSecrets.js";
import { NO_FILTER } from "../core/connections/arrangeConnections.js";
import { pageAddress } from "../core/tenants/dashboard.js";
import { UPDATE_SCOPE } from "../core/service/signIn/claims.js";
import { collapseAll } from "./sidebar/sidebar.js";
import { exportConnections } from "./sidebar/exportConnections.js";
import { filter, find } from "./sidebar/filter.js";
import { loadAll, loadMore, refresh } from "./sidebar/loading.js";
import { addTenant } from "./tenants/addTenant.js";
import { editTenant, removeTenant } from "./tenants/changeTenant.js";
import type { ConnectionNode } from "./tenants/nodes.js";
import type { Session } from "./tenants/sessions.js";
import { removeSample, trySample } from "./sample/sample.js";
import { signIn, signOut } from "./tenants/signIn.js";
import { runReportingErrors } from "./ui/runReportingErrors.js";

/** VS Code hides commands that begin with an underscore. */
type TrustedId = `${"" | "_"}vaultconn.${"" | "row."}${TrustedAction}`;

const EXTENSION_ID = "vaultconn.vault-connections";

/** Commands, by id, that contact a tenant or change what's stored for one. Restricted Mode refuses them. */
const trustedCommands: Readonly<Partial<Record<TrustedId, Command>>> = {
  "vaultconn.addTenant": addTenant,
  "vaultconn.trySample": trySample,
  "vaultconn.removeSample": byTarget({ nothing: removeSample, tenant: removeSample }),
  "vaultconn.editTenant": editTenant,
  // Rows have their own command: the view's title passes any row or none, which could mean another tenant.
  "vaultconn.row.editTenant": byTarget({ tenant: editTenant }),
  "vaultconn.removeTenant": byTarget({ nothing: removeTenant, tenant: removeTenant }),
  "vaultconn.signIn": byTarget({ nothing: signIn, tenant: signIn, result: signInAndContinue }),
  "vaultconn.signOut": byTarget({ nothing: signOut, tenant: signOut }),
  "vaultconn.refresh": refresh,
  "vaultconn.loadMore": loadMore,
  "vaultconn.loadAll": loadAll,
  "vaultconn.find": find,
  "vaultconn.exportConnections": exportConnections,
  "vaultconn.showOverview": (services) => {
    services.overview.show(services);
  },
  "vaultconn.createSetupFile": byTarget({ nothing: createSetupFile, connections: createSetupFiles }),
  "vaultconn.replaceSetup": byTarget({ connection: createSetupFile }),
  "vaultconn.copyToTenant": byTarget({ nothing: copyToTenant, connection: copyToTenant, file: copyToTenant }),
  "vaultconn.rename": byTarget({ nothing: rename, connection: rename }),
  "vaultconn.push": byTarget({
    nothing: push,
    connections: onRows(push, pushTogether),
    files: pushTogether,
    comparison: (services, { files }) => pushTogether(services, files),
    result: pushAgain,
  }),
  "_vaultconn.chooseConnection": byTarget({ result: pushElsewhere }),
  // In the Explorer's menu, "Push" alone could mean anything.
  "vaultconn.row.push": byTarget({ nothing: push, files: pushTogether }),
  "vaultconn.pushAll": pushAll,
  "vaultconn.row.pushAll": pushAll,
  "vaultconn.continueReview": byTarget({ comparison: (_, { returnToReview }) => returnToReview?.() }),
  "vaultconn.checkPush": byTarget({ nothing: checkPush, file: checkPush, push: checkPushed, result: checkAgain }),
  "vaultconn.compareWithService": byTarget({
    nothing: compareWithService,
    connections: onRows(compareWithService, compareTogether),
    files: compareTogether,
    fileOfPush: compareWithService,
  }),
  "vaultconn.compareAll": compareAll,
  "vaultconn.revealInTree": byTarget({ nothing: revealInTree, file: revealInTree, push: revealPushed }),
  "vaultconn.storeSecret": storeSecret,
  "vaultconn.row.storeSecret": byTarget({ nothing: storeMissing, result: storeFirstMissing }),
  "vaultconn.addSecretProvider": addSecretProvider,
  "vaultconn.compareValues": byTarget({ nothing: compareCurrentValues, files: compareValues }),
  "vaultconn.manageSecrets": manageSecrets,
};

/** Commands that do neither. They also work in untrusted workspaces. */
const untrustedCommands: Readonly<Record<string, Command>> = {
  "vaultconn.filter": filter,
  "vaultconn.row.filter": filter,
  "vaultconn.clearFilter": ({ arrangement }) => arrangement.change(NO_FILTER),
  "vaultconn.groupByApplication": ({ arrangement }) => arrangement.change({ grouped: true }),
  "vaultconn.ungroup": ({ arrangement }) => arrangement.change({ grouped: false }),
  "vaultconn.sortByName": ({ arrangement }) => arrangement.change({ order: "name" }),
  "vaultconn.sortByLastChange": ({ arrangement }) => arrangement.change({ order: "lastChange" }),
  "vaultconn.collapseAll": collapseAll,
  "vaultconn.newSetupFile": newSetupFile,
  "vaultconn.openSetupFile": byTarget({
    connection: openSetupFile,
    fileOfPush: async (_, file) => void (await vscode.commands.executeCommand("vscode.open", file)),
    comparison: openCompared,
    result: (_, result) => showRefused(result),
  }),
  "vaultconn.copyId": byTarget({
    nothing: async ({ sidebar }) => copyIds(await sidebar.chosen()),
    connections: (_, rows) => copyIds(rows),
    push: (_, { id }) => copy([id]),
  }),
  "vaultconn.copyName": byTarget({ connections: (_, rows) => copy(rows.map(({ connection }) => connection.name)) }),
  "vaultconn.showRecord": byTarget({
    connection: ({ records }, { session, connection }) => records.show(session.tenant, connection),
    result: showPushedRecord,
  }),
  // The address is from the user's own settings, and nothing is sent.
  "vaultconn.openInBrowser": byTarget({
    tenant: (_, { session }) => openInBrowser(session),
    connection: (_, { session, connection }) => openInBrowser(session, connection.id),
    result: ({ sessions }, { target }) => openInBrowser(sessions.withOrigin(target.origin), target.id),
    file: openPageOf,
  }),
  "_vaultconn.copyScope": () => copy([UPDATE_SCOPE]),
  "vaultconn.fileActions": fileActions,
  "vaultconn.showLog": ({ log }) => {
    log.show();
  },
  // VS Code adds versions, and asks the user before it sends anything.
  "vaultconn.reportIssue": async () => {
    await vscode.commands.executeCommand("workbench.action.openIssueReporter", { extensionId: EXTENSION_ID });
  },
  "vaultconn.getStarted": ({ walkthrough }) => walkthrough.open(),
};

async function copyIds(rows: readonly ConnectionNode[]): Promise<void> {
  if (rows.length > 0) await copy(rows.map(({ connection }) => connection.id));
}

async function copy(lines: readonly string[]): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join("\n"));
}

/** Opens the page of a connection, or of its tenant, in the service's dashboard. */
async function openInBrowser(session: Session | undefined, id = ""): Promise<void> {
  const { dashboardUrl } = session?.tenant ?? {};
  if (dashboardUrl === undefined) return;
  const address = pageAddress(dashboardUrl, { id, app: session?.store.find(id)?.app_id });
  // As text, since VS Code decodes a part of what a Uri encodes.
  await vscode.commands.executeCommand("vscode.open", address);
}

/** @param uri a setup file, or a record, whose address names its connection. */
async function openPageOf({ memory, sessions, setupFiles }: Services, uri: vscode.Uri): Promise<void> {
  const named = setupFiles.namedBy(uri);
  const { origin = "", id = named?.id } = Object.fromEntries(new URLSearchParams(uri.query));
  const session = sessions.withOrigin(origin) ?? tenantOfFile(sessions, named?.tenant, memory.of(uri, named));
  await openInBrowser(session, id);
}

/** Registers all commands. Their errors are shown to the user and never thrown to the caller. */
export function registerCommands(services: Services): vscode.Disposable {
  const register = ([id, command]: [string, Command]) =>
    // Commands return nothing, so no other extension learns anything from calling one.
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      await runReportingErrors(services, id, () =>
        command(services, ...args.map((argument) => asItIsNow(argument, services))),
      );
    });
  const trusted = Object.entries(trustedCommands).map(([id, command]): [string, Command] => [
    id,
    onlyIfTrusted(id.slice(id.lastIndexOf(".") + 1) as TrustedAction, command),
  ]);
  return vscode.Disposable.from(...[...trusted, ...Object.entries(untrustedCommands)].map(register));
}
