import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNarrowList } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import type { CheckedPush } from "../../core/push/check.js";
import type { PushOptions, PushResult } from "../../core/push/run.js";
import { askAboutProduction } from "./productionStep.js";
import type { ReviewDocuments } from "./reviewDocuments.js";
import { reviewText } from "./reviewText.js";

/**
 * Shows what is sent and where, for one push or for many. Escape means no.
 * @param left what is left out, and how that ended.
 * @param tenants all that there are.
 */
export async function reviewPushes(
  pushes: readonly CheckedPush[],
  left: readonly PushResult[],
  tenants: readonly Tenant[],
  documents: ReviewDocuments,
  { signal, onProgress }: PushOptions,
): Promise<boolean> {
  const involved = tenants.filter(({ origin }) => pushes.some(({ subject }) => subject.origin === origin));
  const production = involved.filter((tenant) => tenant.production).map(({ name }) => sanitizeText(name));
  const [only, ...others] = pushes;
  const { question, detail, full } = reviewText(pushes, left, involved);
  const [push, show] = [l10n.t("Push"), l10n.t("Show Changes")];
  const ask = production.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const stage = (name: "comparing" | "reviewing") =>
    onProgress?.({ stage: name, ended: 0, failed: 0, total: pushes.length });
  for (;;) {
    const answer = await ask(question, { modal: true, detail }, push, show);
    if (answer === undefined) return false;
    if (answer === push) {
      const [tenant] = production;
      const typed = others.length === 0 && only ? sanitizeText(only.subject.connection) : tenant;
      return tenant === undefined || askAboutProduction(typed ?? tenant, formatNarrowList(production), signal);
    }
    // A question in a corner would go by itself while someone reads, so closing the comparison is what leads back.
    stage("comparing");
    await documents.compareUntilClosed(
      pushes.map(({ subject, plan }) => ({
        of: subject,
        name: subject.connection,
        file: subject.file,
        views: plan.views,
      })),
      { title: question, summary: full },
      signal,
    );
    if (signal?.aborted === true) return false;
    stage("reviewing");
  }
}
