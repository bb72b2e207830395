import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Tenant } from "../../core/tenants/tenant.js";
import type { PushOptions, PushResult } from "../../core/push/run.js";
import type { ReviewDocuments } from "./reviewDocuments.js";
import { formatNarrowList, formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeText, sanitizeLabel } from "../../core/text/sanitizeText.js";
import type { CheckedPush, Decision, Conflict, DriftConflict, TargetConflict } from "../../core/push/check.js";
import { reviewText } from "./reviewText.js";
import { formatRelativeTime } from "../../core/text/formatTime.js";
import { changedSinceFile, describeChanges } from "../../core/push/drift.js";
import { displayNameOf } from "../../core/push/request.js";
import { viewsOf } from "../../core/push/plan.js";

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

/**
 * On production a second, deliberate step: a name that is typed, or an entry that names the place. Enter alone never
 * pushes.
 * @param name what is to be typed: the name of the connection, or of the tenant where there are many.
 */
async function askAboutProduction(name: string, tenant: string, signal?: AbortSignal): Promise<boolean> {
  const pick = vscode.window.createQuickPick();
  pick.title = l10n.t("Push to {0} (production)", tenant);
  pick.placeholder = l10n.t("To confirm, type “{0}” or choose below", name);
  pick.ignoreFocusOut = true;
  const go = { label: `$(shield) ${l10n.t("Push to production")}`, alwaysShow: true };
  const stop = { label: `$(close) ${l10n.t("Don't push")}`, alwaysShow: true };
  // VS Code makes active what fits the text typed: half a name and Enter would push.
  const offer = () => {
    const typed = pick.value.trim();
    pick.items = typed === "" ? [stop, go] : [typed === name ? go : stop];
    pick.activeItems = pick.items.slice(0, 1);
  };
  pick.onDidChangeValue(offer);
  offer();
  return new Promise((resolve) => {
    let agreed = false;
    pick.onDidAccept(() => {
      const typed = pick.value.trim();
      agreed = typed === "" ? pick.activeItems[0] === go : typed === name;
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(agreed);
    });
    pick.show();
    hideOnAbort(pick, signal);
  });
}

/**
 * Asks a person about conflicts: one after the other where several files are for one connection, all in one list where
 * many connections have changed. Escape ends everything, and so does the signal.
 */
export async function decideConflicts(
  conflicts: readonly Conflict[],
  total: number,
  documents: ReviewDocuments,
  { signal }: PushOptions,
): Promise<readonly Decision[]> {
  const drifted = conflicts.flatMap((conflict) => (conflict.kind === "drifted" ? [conflict] : []));
  const [first] = drifted;
  if (first) return total === 1 ? [await chooseOnDrift(first)] : chooseAmongDrifted(drifted, documents, signal);
  const choices: Decision[] = [];
  for (const conflict of conflicts) {
    const choice = conflict.kind === "sameTarget" ? await chooseFile(conflict, signal) : undefined;
    if (!choice) return [{ kind: "cancel" }];
    choices.push(choice);
  }
  return choices;
}

async function chooseFile({ requests }: TargetConflict, signal?: AbortSignal): Promise<Decision | undefined> {
  const closing = new vscode.CancellationTokenSource();
  signal?.addEventListener("abort", () => {
    closing.cancel();
  });
  const [first] = requests;
  const items: (vscode.QuickPickItem & { choice: Decision })[] = requests.map((request) => ({
    label: sanitizeLabel(vscode.workspace.asRelativePath(vscode.Uri.parse(request.file))),
    choice: { kind: "push", request },
  }));
  items.push({ label: `$(close) ${l10n.t("Push none")}`, alwaysShow: true, choice: { kind: "skip" } });
  const title = l10n.t(
    "{0} files update {1} on {2}",
    requests.length,
    sanitizeText(first ? displayNameOf(first) : "", 60),
    sanitizeText(first?.tenant.name ?? "", 40),
  );
  const placeHolder = l10n.t("Choose the file to push. The others are left out.");
  const item = await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }, closing.token);
  return item?.choice;
}

async function chooseOnDrift({ push, drift, record }: DriftConflict): Promise<Decision> {
  const question = changedSinceFile(drift, sanitizeText(record.name), Date.now());
  const detail = [...describeChanges(drift), "", l10n.t("If you push anyway, you replace those changes.")].join("\n");
  const [compare, overwrite] = [l10n.t("Compare"), l10n.t("Push Anyway")];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, compare, overwrite);
  if (answer === overwrite) return { kind: "push", request: push.request };
  return { kind: answer === compare ? "compare" : "cancel" };
}

/** What is ticked is pushed anyway, the rest is left. A button compares; who has compared isn't asked again. */
function chooseAmongDrifted(
  drifted: readonly DriftConflict[],
  documents: ReviewDocuments,
  signal?: AbortSignal,
): Promise<readonly Decision[]> {
  const compare = { iconPath: new vscode.ThemeIcon("diff"), tooltip: l10n.t("Compare") };
  const items = drifted.map((conflict) => {
    const { drift, push, record } = conflict;
    const when = drift.at === undefined ? [] : [formatRelativeTime(drift.at, Date.now())];
    return {
      label: sanitizeLabel(record.name),
      description: [sanitizeLabel(push.subject.tenantName), ...when].join(" · "),
      detail: sanitizeLabel(joinSentences(...describeChanges(drift)), 400),
      buttons: [compare],
      conflict,
    };
  });
  const pick = vscode.window.createQuickPick<(typeof items)[number]>();
  pick.title =
    items.length === 1
      ? l10n.t("1 connection changed on the service")
      : l10n.t("{0} connections changed on the service", formatNumber(items.length));
  pick.placeholder = l10n.t("Select the connections to push anyway. The others are left out.");
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.items = items;
  const compared = new Set<DriftConflict>();
  pick.onDidTriggerItemButton(({ item: { conflict } }) => {
    const { push, record } = conflict;
    compared.add(conflict);
    // What leads on is the question that is open, so the title offers nothing.
    const views = viewsOf(push.written, push.request.id, record);
    void documents.compare([{ views, of: push.subject, name: record.name, file: "" }]);
  });
  return new Promise((resolve) => {
    let choices: readonly Decision[] = [{ kind: "cancel" }];
    pick.onDidAccept(() => {
      const ticked = new Set(pick.selectedItems.map(({ conflict }) => conflict));
      choices = drifted.map((conflict) =>
        ticked.has(conflict)
          ? { kind: "push", request: conflict.push.request }
          : { kind: compared.has(conflict) ? "compare" : "skip" },
      );
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(choices);
    });
    pick.show();
    hideOnAbort(pick, signal);
  });
}

function hideOnAbort(question: Pick<vscode.QuickInput, "hide">, signal: AbortSignal | undefined): void {
  const hide = () => {
    question.hide();
  };
  if (signal?.aborted === true) hide();
  else signal?.addEventListener("abort", hide, { once: true });
}
