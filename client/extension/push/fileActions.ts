import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../services.js";
import { compareCurrentValues } from "../editor/compareValues.js";
import { isNotRun } from "../editor/states.js";
import { copyToTenant } from "../editor/copyToTenant.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import { revealInTree } from "../editor/revealInTree.js";
import { showLog } from "../ui/runReportingErrors.js";
import { onlyIfTrusted } from "../ui/onlyIfTrusted.js";
import { checkPush } from "./checkPush.js";
import { compareWithService } from "./compare.js";
import { push } from "./push.js";

/** What can be done with the setup file in the active editor, for a click on the status bar. */
export async function fileActions(services: Services): Promise<void> {
  const document = await currentSetupFile(services, undefined);
  if (!document) return;
  const check = {
    label: `$(question) ${l10n.t("Check the outcome of the last push")}`,
    run: onlyIfTrusted("checkPush", checkPush),
  };
  const values = {
    label: `$(key) ${l10n.t("Compare values")}`,
    run: onlyIfTrusted("compareValues", compareCurrentValues),
  };
  const actions = [
    ...(services.fileStates.openPush(document.uri) ? [check] : []),
    { label: `$(cloud-upload) ${l10n.t("Push")}`, run: onlyIfTrusted("push", push) },
    {
      label: `$(diff) ${l10n.t("Compare with service")}`,
      run: onlyIfTrusted("compareWithService", compareWithService),
    },
    ...(isNotRun((await services.fileStates.of(document.uri)).values) ? [values] : []),
    { label: `$(copy) ${l10n.t("Copy to another tenant")}`, run: onlyIfTrusted("copyToTenant", copyToTenant) },
    { label: `$(list-tree) ${l10n.t("Reveal in sidebar")}`, run: onlyIfTrusted("revealInTree", revealInTree) },
    { label: `$(history) ${l10n.t("Show pushes")}`, run: showPushes },
    { label: `$(output) ${l10n.t("Show log")}`, run: showLog },
  ];
  const action = await vscode.window.showQuickPick(actions, { title: l10n.t("Setup file") });
  await action?.run(services, document.uri);
}

async function showPushes(): Promise<void> {
  await vscode.commands.executeCommand("vaultconn.pushes.focus");
}
