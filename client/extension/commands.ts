import type { Command } from "./ui/command.js";
import { onComparison, onFile, onFiles, onPushed, onPushedFile, onRow, onRows } from "./onRow.js";
import type { TrustedAction } from "./ui/onlyIfTrusted.js";
import { fileActions } from "./push/fileActions.js";
import { copyToTenant } from "./editor/copyToTenant.js";
import { createSetupFile, createSetupFiles, newSetupFile } from "./editor/createSetupFile.js";
import { openCompared } from "./push/openCompared.js";
import { openGivenFile, openSetupFile } from "./editor/currentSetupFile.js";
import { revealInTree, revealPushed } from "./editor/revealInTree.js";
import { getStarted } from "./sidebar/getStarted.js";
import { showLog } from "./ui/showLog.js";
import { checkPush, checkPushed } from "./push/checkPush.js";
import { compareAll, compareRows, compareTogether, compareWithService } from "./push/compareWithService.js";
import { continueReview } from "./push/continueReview.js";
import { push, pushCompared, pushRows, pushTogether } from "./push/push.js";
import { pushAll } from "./push/pushAll.js";
import { rename } from "./push/rename.js";
import { showHistory } from "./push/showHistory.js";
import { manageSecrets } from "./secrets/manageSecrets.js";
import { storeSecret } from "./secrets/storeSecret.js";
import { sortByLastChange, sortByName, toggleGrouping } from "./sidebar/arrange.js";
import { collapseAll } from "./sidebar/collapseAll.js";
import { copyIds, copyNames, copyPushedId, copySelected } from "./sidebar/copyId.js";
import { exportConnections } from "./sidebar/exportConnections.js";
import { clearFilter, filter } from "./sidebar/filter.js";
import { find } from "./sidebar/find.js";
import { loadAll } from "./sidebar/loadAll.js";
import { loadMore, showMoreRows } from "./sidebar/loadMore.js";
import { refresh } from "./sidebar/refresh.js";
import { showOverview } from "./overview/showOverview.js";
import { showRecord } from "./sidebar/showRecord.js";
import { addTenant } from "./tenants/addTenant.js";
import { editTenant } from "./tenants/editTenant.js";
import { removeSample } from "./tenants/removeSample.js";
import { removeTenant } from "./tenants/removeTenant.js";
import { signIn } from "./tenants/signIn.js";
import { signOut } from "./tenants/signOut.js";
import { trySample } from "./tenants/trySample.js";

type TrustedId = `vaultconn.${"" | "row." | "file." | "pushed." | "comparison."}${TrustedAction}`;

/**
 * The commands that reach a tenant, or change what is kept for one, by their id.
 * Restricted Mode refuses them. A test holds both tables against the manifest.
 */
export const trustedCommands: Readonly<Partial<Record<TrustedId, Command>>> = {
  "vaultconn.addTenant": addTenant,
  "vaultconn.trySample": trySample,
  "vaultconn.removeSample": removeSample,
  "vaultconn.editTenant": editTenant,
  "vaultconn.removeTenant": removeTenant,
  "vaultconn.signIn": signIn,
  "vaultconn.signOut": signOut,
  "vaultconn.refresh": refresh,
  "vaultconn.loadMore": onRow(loadMore, "more"),
  "vaultconn.loadAll": loadAll,
  "vaultconn.find": find,
  "vaultconn.exportConnections": exportConnections,
  "vaultconn.showOverview": showOverview,
  "vaultconn.createSetupFile": createSetupFile,
  "vaultconn.copyToTenant": copyToTenant,
  "vaultconn.replaceSetup": onRow(createSetupFile, "connection"),
  "vaultconn.rename": rename,
  "vaultconn.push": push,
  "vaultconn.pushAll": pushAll,
  "vaultconn.checkPush": checkPush,
  "vaultconn.compareWithService": compareWithService,
  "vaultconn.compareAll": compareAll,
  "vaultconn.revealInTree": revealInTree,
  "vaultconn.storeSecret": storeSecret,
  "vaultconn.manageSecrets": manageSecrets,
  "vaultconn.row.signIn": onRow(signIn, "tenant", "problem"),
  "vaultconn.row.signOut": onRow(signOut, "tenant"),
  "vaultconn.row.refresh": onRow(refresh, "tenant", "problem"),
  "vaultconn.row.editTenant": onRow(editTenant, "tenant", "help"),
  "vaultconn.row.removeSample": onRow(removeSample, "tenant"),
  "vaultconn.row.removeTenant": onRow(removeTenant, "tenant"),
  "vaultconn.row.loadAll": onRow(loadAll, "tenant", "more"),
  "vaultconn.row.createSetupFile": onRows(createSetupFiles),
  "vaultconn.row.copyToTenant": onRow(copyToTenant, "connection"),
  "vaultconn.row.rename": onRow(rename, "connection"),
  "vaultconn.row.push": onRows(pushRows),
  "vaultconn.row.compareWithService": onRows(compareRows),
  "vaultconn.file.push": onFiles(pushTogether),
  "vaultconn.file.compareWithService": onFiles(compareTogether),
  "vaultconn.file.copyToTenant": onFile(copyToTenant),
  "vaultconn.file.revealInTree": onFile(revealInTree),
  "vaultconn.pushed.checkPush": onPushed(checkPushed),
  "vaultconn.pushed.compareWithService": onPushedFile(compareWithService),
  "vaultconn.pushed.revealInTree": onPushed(revealPushed),
  "vaultconn.comparison.push": onComparison(pushCompared),
  "vaultconn.continueReview": onComparison(continueReview),
  "vaultconn.comparison.openSetupFile": onComparison(openCompared),
};

/** The commands that do neither, and work in untrusted workspaces too. */
export const untrustedCommands: Readonly<Record<string, Command>> = {
  "vaultconn.showMoreRows": onRow(showMoreRows, "rest"),
  "vaultconn.filter": filter,
  "vaultconn.clearFilter": clearFilter,
  "vaultconn.groupByApplication": toggleGrouping,
  "vaultconn.ungroup": toggleGrouping,
  "vaultconn.sortByName": sortByName,
  "vaultconn.sortByLastChange": sortByLastChange,
  "vaultconn.collapseAll": collapseAll,
  "vaultconn.newSetupFile": newSetupFile,
  "vaultconn.openSetupFile": onRow(openSetupFile, "connection"),
  "vaultconn.copyId": onRows(copyIds),
  "vaultconn.copyName": onRows(copyNames),
  "vaultconn.pushed.copyId": onPushed(copyPushedId),
  "vaultconn.pushed.openSetupFile": onPushedFile(openGivenFile),
  "vaultconn.copySelected": copySelected,
  "vaultconn.showRecord": onRow(showRecord, "connection"),
  "vaultconn.showHistory": showHistory,
  "vaultconn.fileActions": fileActions,
  "vaultconn.showLog": showLog,
  "vaultconn.getStarted": getStarted,
};
