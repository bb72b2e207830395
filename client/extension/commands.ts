import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { asItIsNow, type Command, byTarget, ifTrusted, type Services, type TrustedCommand } from "./commandTargets.js";
import type { CommandId, HiddenCommandId } from "./contributions/commands.js";
import { copyToTenant } from "./editor/copyToTenant.js";
import { createSetupFile, createSetupFiles, newSetupFile } from "./editor/createSetupFile.js";
import { openSetupFile } from "./editor/currentSetupFile.js";
import { fileActions } from "./editor/showFileStates.js";
import { hostToAdd, tenantOfFile } from "./editor/tenantOfFile.js";
import { revealInTree, revealPushed } from "./sidebar/revealInTree.js";
import { checkPush, checkPushed } from "./push/checkPush.js";
import { compareAll, compareTogether, compareWithService } from "./push/compare.js";
import { openCompared } from "./push/reviewDocuments.js";
import { showRefused } from "./push/refusals.js";
import {
  checkAgain,
  pushAgain,
  pushElsewhere,
  saveAndPushAgain,
  showPushedRecord,
  signInAndContinue,
  storeMissingAndPush,
} from "./push/resultActions.js";
import { changeEndDates } from "./push/endDates.js";
import { push, pushAll, pushTogether, rename } from "./push/push.js";
import { onRows } from "./push/requests.js";
import { addSecretProvider } from "./secrets/addProvider.js";
import { compareCurrentValues, compareValues } from "./secrets/compareValues.js";
import { findValue } from "./secrets/findValue.js";
import { manageSecrets, storeMissing, storeSecret } from "./storedSecrets/manageSecrets.js";
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
import { runReportingErrors } from "./ui/inBackground.js";

const EXTENSION_ID = "vaultconn.vault-connections";

/**
 * What each command does that contacts a tenant, reads a value, or changes what's stored. They say why they're refused in
 * Restricted Mode.
 */
const TRUSTED: Readonly<Record<Exclude<CommandId | HiddenCommandId, keyof typeof LOCAL>, TrustedCommand>> = {
  "vaultconn.addTenant": ifTrusted(
    () => l10n.t("To add a tenant, trust this workspace."),
    (services, argument) => addTenant(services, hostToAdd(services, argument)),
  ),
  "vaultconn.trySample": ifTrusted(() => l10n.t("To try the sample, trust this workspace."), trySample),
  "vaultconn.removeSample": ifTrusted(
    () => l10n.t("To remove the sample, trust this workspace."),
    byTarget({ nothing: removeSample, tenant: removeSample }),
  ),
  "vaultconn.editTenant": ifTrusted(() => l10n.t("To edit a tenant, trust this workspace."), editTenant),
  // Rows have their own command: the view's title passes any row or none, which could mean another tenant.
  "vaultconn.row.editTenant": ifTrusted(
    () => l10n.t("To edit a tenant, trust this workspace."),
    byTarget({ tenant: editTenant }),
  ),
  "vaultconn.removeTenant": ifTrusted(
    () => l10n.t("To remove a tenant, trust this workspace."),
    byTarget({ nothing: removeTenant, tenant: removeTenant }),
  ),
  "vaultconn.signIn": ifTrusted(
    () => l10n.t("To sign in, trust this workspace."),
    byTarget({ nothing: signIn, tenant: signIn, results: signInAndContinue }),
  ),
  "vaultconn.signOut": ifTrusted(
    () => l10n.t("To sign out, trust this workspace."),
    byTarget({ nothing: signOut, tenant: signOut }),
  ),
  "vaultconn.refresh": ifTrusted(() => l10n.t("To refresh connections, trust this workspace."), refresh),
  "vaultconn.loadMore": ifTrusted(() => l10n.t("To load connections, trust this workspace."), loadMore),
  "vaultconn.loadAll": ifTrusted(() => l10n.t("To load connections, trust this workspace."), loadAll),
  "vaultconn.find": ifTrusted(() => l10n.t("To find a connection, trust this workspace."), find),
  "vaultconn.exportConnections": ifTrusted(
    () => l10n.t("To export connections, trust this workspace."),
    exportConnections,
  ),
  "vaultconn.showOverview": ifTrusted(
    () => l10n.t("To show the overview, trust this workspace."),
    (services) => {
      services.overview.show(services);
    },
  ),
  "vaultconn.createSetupFile": ifTrusted(
    () => l10n.t("To create a setup file for a connection, trust this workspace."),
    byTarget({ nothing: createSetupFile, connections: createSetupFiles }),
  ),
  "vaultconn.replaceSetup": ifTrusted(
    () => l10n.t("To replace a setup, trust this workspace."),
    byTarget({ connection: createSetupFile }),
  ),
  "vaultconn.copyToTenant": ifTrusted(
    () => l10n.t("To copy a setup file to another tenant, trust this workspace."),
    byTarget({ nothing: copyToTenant, connection: copyToTenant, file: copyToTenant }),
  ),
  "vaultconn.rename": ifTrusted(
    () => l10n.t("To rename a connection, trust this workspace."),
    byTarget({ nothing: rename, connection: rename }),
  ),
  "vaultconn.push": ifTrusted(
    () => l10n.t("To push, trust this workspace."),
    byTarget({
      nothing: push,
      connections: onRows(push, pushTogether),
      files: pushTogether,
      comparison: (services, { files }) => pushTogether(services, files),
      results: pushAgain,
    }),
  ),
  "_vaultconn.changeEndDate": ifTrusted(
    () => l10n.t("To change a setup file, trust this workspace."),
    byTarget({ results: changeEndDates }),
  ),
  "_vaultconn.chooseConnection": ifTrusted(
    () => l10n.t("To push, trust this workspace."),
    byTarget({ result: pushElsewhere }),
  ),
  // In the Explorer's menu, "Push" alone could mean anything.
  "vaultconn.row.push": ifTrusted(
    () => l10n.t("To push, trust this workspace."),
    byTarget({ nothing: push, files: pushTogether }),
  ),
  // What the agent says changes nothing about the review.
  "vaultconn.review": ifTrusted(() => l10n.t("To push, trust this workspace."), byTarget({ files: pushTogether })),
  "vaultconn.dismissReview": ifTrusted(
    () => l10n.t("To dismiss a request, trust this workspace."),
    byTarget({
      files: async ({ reviewRequests }, files) => {
        for (const file of files) await reviewRequests.end(file, "dismissed");
      },
    }),
  ),
  "_vaultconn.saveAndPush": ifTrusted(
    () => l10n.t("To push, trust this workspace."),
    byTarget({ result: saveAndPushAgain }),
  ),
  "vaultconn.pushAll": ifTrusted(() => l10n.t("To push, trust this workspace."), pushAll),
  "vaultconn.row.pushAll": ifTrusted(() => l10n.t("To push, trust this workspace."), pushAll),
  "vaultconn.continueReview": ifTrusted(
    () => l10n.t("To push, trust this workspace."),
    byTarget({ comparison: (_, { returnToReview }) => returnToReview?.() }),
  ),
  "vaultconn.checkPush": ifTrusted(
    () => l10n.t("To check a push, trust this workspace."),
    byTarget({ nothing: checkPush, file: checkPush, push: checkPushed, results: checkAgain }),
  ),
  "vaultconn.compareWithService": ifTrusted(
    () => l10n.t("To compare with the service, trust this workspace."),
    byTarget({
      nothing: compareWithService,
      connections: onRows(compareWithService, compareTogether),
      files: compareTogether,
      fileOfPush: compareWithService,
    }),
  ),
  "vaultconn.compareAll": ifTrusted(() => l10n.t("To compare with the service, trust this workspace."), compareAll),
  "vaultconn.revealInTree": ifTrusted(
    () => l10n.t("To reveal the connection in the sidebar, trust this workspace."),
    byTarget({ nothing: revealInTree, file: revealInTree, push: revealPushed }),
  ),
  "vaultconn.storeSecret": ifTrusted(() => l10n.t("To store a secret, trust this workspace."), storeSecret),
  "vaultconn.row.storeSecret": ifTrusted(
    () => l10n.t("To store a secret, trust this workspace."),
    byTarget({ nothing: storeMissing, results: storeMissingAndPush }),
  ),
  "vaultconn.addSecretProvider": ifTrusted(
    () => l10n.t("To add a secret provider, trust this workspace."),
    addSecretProvider,
  ),
  "vaultconn.compareValues": ifTrusted(
    () => l10n.t("To compare values, trust this workspace."),
    byTarget({ nothing: compareCurrentValues, files: compareValues }),
  ),
  "vaultconn.manageSecrets": ifTrusted(() => l10n.t("To manage secrets, trust this workspace."), manageSecrets),
  "vaultconn.findValue": ifTrusted(() => l10n.t("To find a value, trust this workspace."), findValue),
};

/** What the others do: they contact no tenant, read no value, and change nothing that's stored. */
const LOCAL = {
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
    fileOfPush: async (_, file) => {
      await vscode.commands.executeCommand("vscode.open", file);
    },
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
  "vaultconn.restartLanguageServer": ({ languageServer }) => languageServer.restart(),
  "vaultconn.showLog": ({ log }) => {
    log.show();
  },
  // VS Code adds versions, and asks the user before it sends anything.
  "vaultconn.reportIssue": async () => {
    await vscode.commands.executeCommand("workbench.action.openIssueReporter", { extensionId: EXTENSION_ID });
  },
  "vaultconn.getStarted": ({ walkthrough }) => walkthrough.open(),
} satisfies Partial<Record<CommandId | HiddenCommandId, Command>>;

export const HANDLERS: Readonly<Record<CommandId | HiddenCommandId, Command>> = { ...TRUSTED, ...LOCAL };

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
      await runReportingErrors(id, () => command(services, ...args.map((argument) => asItIsNow(argument, services))));
    });
  return vscode.Disposable.from(...Object.entries(HANDLERS).map(register));
}
