import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { plainText } from "../../plainText.js";
import type { ConnectionRecord } from "../../service/operations/records.js";
import type { Tenant } from "../../tenants/tenant.js";
import { changedSinceFile, describeChanges, type Drifted } from "../drift.js";
import type { DriftChoice } from "../carryOut.js";
import type { PushPlan } from "../plan.js";
import type { PushDecisions, RunOptions } from "../run.js";
import { askAboutProduction } from "./productionStep.js";
import type { ReviewDocuments } from "./reviewDocuments.js";

/** Asks a person what only a person can decide about a push. Escape always means no. */
export function askPerson(tenant: Tenant, documents: ReviewDocuments): PushDecisions {
  return {
    confirm: (plan, follow) => confirm(plan, tenant, documents, follow),
    chooseOnDrift: (drift, record, plan) => chooseOnDrift(drift, record, plan),
  };
}

async function confirm(
  plan: PushPlan,
  tenant: Tenant,
  documents: ReviewDocuments,
  { signal, onStage }: Pick<RunOptions, "signal" | "onStage"> = {},
): Promise<boolean> {
  const { target } = plan;
  const name = plainText(target.name ?? target.id);
  const [push, show] = [l10n.t("Push"), l10n.t("Show Changes")];
  const question = tenant.production
    ? l10n.t("Push “{0}” to {1} (production)?", plainText(name, 60), plainText(tenant.name, 40))
    : l10n.t("Push “{0}” to {1}?", plainText(name, 60), plainText(tenant.name, 40));
  const ask = tenant.production ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  for (;;) {
    const answer = await ask(question, { modal: true, detail: detailOf(plan) }, push, show);
    if (answer === undefined) return false;
    if (answer === push) return tenant.production ? askAboutProduction(name, plainText(tenant.name), signal) : true;
    // A question in a corner would go by itself while someone reads, so closing the comparison is what leads back.
    onStage?.("comparing");
    await documents.compareUntilClosed(plan.views, target, name, signal);
    if (signal?.aborted === true) return false;
    onStage?.("reviewing");
  }
}

function detailOf({ target, changes, properties, warnings: special }: PushPlan): string {
  const replacesSetup = properties.some((property) => property !== "name");
  const warnings = [
    ...(replacesSetup ? [l10n.t("The setup that the service has now cannot be read back.")] : []),
    ...special,
  ];
  const connection =
    target.name === undefined ? plainText(target.id) : `${plainText(target.name)} (${plainText(target.id)})`;
  const lines = [
    l10n.t("Connection: {0}", connection),
    l10n.t("Tenant: {0}, {1}", plainText(target.tenantName), target.origin),
    "",
    l10n.t("What is sent:"),
    ...changes.map((change) => `• ${plainText(change, 400)}`),
    ...(warnings.length > 0 ? ["", ...warnings.map((warning) => plainText(warning, 400))] : []),
  ];
  return lines.join("\n");
}

async function chooseOnDrift(drift: Drifted, record: ConnectionRecord, { target }: PushPlan): Promise<DriftChoice> {
  const question = changedSinceFile(drift, plainText(target.name ?? record.name), Date.now());
  const detail = [...describeChanges(drift), "", l10n.t("Pushing anyway replaces what is there.")].join("\n");
  const [compare, overwrite] = [l10n.t("Compare"), l10n.t("Push Anyway")];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, compare, overwrite);
  return answer === overwrite ? "overwrite" : answer === compare ? "compare" : "cancel";
}
