import type { Services } from "../services.js";
import { addTenant } from "./addTenant.js";
import { sortByLastChange, sortByName, toggleGrouping } from "./arrange.js";
import { checkPush } from "./checkPush.js";
import { collapseAll } from "./collapseAll.js";
import { compareWithService } from "./compareWithService.js";
import { copyId, copyName } from "./copyId.js";
import { createSetupFile } from "./createSetupFile.js";
import { editTenant } from "./editTenant.js";
import { clearFilter, filter } from "./filter.js";
import { fileActions } from "./fileActions.js";
import { find } from "./find.js";
import { getStarted } from "./getStarted.js";
import { loadAll } from "./loadAll.js";
import { loadMore, showMoreRows } from "./loadMore.js";
import { manageSecrets } from "./manageSecrets.js";
import { openSetupFile } from "./openSetupFile.js";
import { push } from "./push.js";
import { pushAll } from "./pushAll.js";
import { refresh } from "./refresh.js";
import { removeTenant } from "./removeTenant.js";
import { rename } from "./rename.js";
import { revealInTree } from "./revealInTree.js";
import { showHistory } from "./showHistory.js";
import { showLog } from "./showLog.js";
import { showRecord } from "./showRecord.js";
import { signIn } from "./signIn.js";
import { signOut } from "./signOut.js";
import { storeSecret } from "./storeSecret.js";

/** What a command does. Arguments come from a menu, a code lens or anyone: they are checked. */
export type Command = (services: Services, ...given: unknown[]) => Promise<void> | void;

/**
 * The commands that reach a tenant, or change what is kept for one, by their id.
 * Restricted Mode refuses them. A test holds both tables against the manifest.
 */
export const trustedCommands: Readonly<Record<string, Command>> = {
  "vaultconn.addTenant": addTenant,
  "vaultconn.editTenant": editTenant,
  "vaultconn.removeTenant": removeTenant,
  "vaultconn.signIn": signIn,
  "vaultconn.signOut": signOut,
  "vaultconn.refresh": refresh,
  "vaultconn.loadMore": loadMore,
  "vaultconn.loadAll": loadAll,
  "vaultconn.find": find,
  "vaultconn.createSetupFile": createSetupFile,
  "vaultconn.replaceSetup": createSetupFile,
  "vaultconn.rename": rename,
  "vaultconn.push": push,
  "vaultconn.pushAll": pushAll,
  "vaultconn.checkPush": checkPush,
  "vaultconn.compareWithService": compareWithService,
  "vaultconn.revealInTree": revealInTree,
  "vaultconn.storeSecret": storeSecret,
  "vaultconn.manageSecrets": manageSecrets,
};

/** The commands that do neither, and work in untrusted workspaces too. */
export const untrustedCommands: Readonly<Record<string, Command>> = {
  "vaultconn.showMoreRows": showMoreRows,
  "vaultconn.filter": filter,
  "vaultconn.clearFilter": clearFilter,
  "vaultconn.groupByApplication": toggleGrouping,
  "vaultconn.ungroup": toggleGrouping,
  "vaultconn.sortByName": sortByName,
  "vaultconn.sortByLastChange": sortByLastChange,
  "vaultconn.collapseAll": collapseAll,
  "vaultconn.openSetupFile": openSetupFile,
  "vaultconn.copyId": copyId,
  "vaultconn.copyName": copyName,
  "vaultconn.showRecord": showRecord,
  "vaultconn.showHistory": showHistory,
  "vaultconn.fileActions": fileActions,
  "vaultconn.showLog": showLog,
  "vaultconn.getStarted": getStarted,
};
