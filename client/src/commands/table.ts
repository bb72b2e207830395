import type { Services } from "../services.js";
import { addTenant } from "./addTenant.js";
import { sortByLastChange, sortByName, toggleGrouping } from "./arrange.js";
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

/** Every command of the extension, by its id. A test holds this table against the manifest. */
export const commands: Readonly<Record<string, Command>> = {
  "vaultconn.addTenant": addTenant,
  "vaultconn.editTenant": editTenant,
  "vaultconn.removeTenant": removeTenant,
  "vaultconn.signIn": signIn,
  "vaultconn.signOut": signOut,
  "vaultconn.refresh": refresh,
  "vaultconn.loadMore": loadMore,
  "vaultconn.showMoreRows": showMoreRows,
  "vaultconn.loadAll": loadAll,
  "vaultconn.filter": filter,
  "vaultconn.clearFilter": clearFilter,
  "vaultconn.find": find,
  "vaultconn.groupByApplication": toggleGrouping,
  "vaultconn.ungroup": toggleGrouping,
  "vaultconn.sortByName": sortByName,
  "vaultconn.sortByLastChange": sortByLastChange,
  "vaultconn.collapseAll": collapseAll,
  "vaultconn.createSetupFile": createSetupFile,
  "vaultconn.openSetupFile": openSetupFile,
  "vaultconn.replaceSetup": createSetupFile,
  "vaultconn.rename": rename,
  "vaultconn.copyId": copyId,
  "vaultconn.copyName": copyName,
  "vaultconn.push": push,
  "vaultconn.pushAll": pushAll,
  "vaultconn.compareWithService": compareWithService,
  "vaultconn.showRecord": showRecord,
  "vaultconn.revealInTree": revealInTree,
  "vaultconn.showHistory": showHistory,
  "vaultconn.fileActions": fileActions,
  "vaultconn.storeSecret": storeSecret,
  "vaultconn.manageSecrets": manageSecrets,
  "vaultconn.showLog": showLog,
  "vaultconn.getStarted": getStarted,
};
