import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { PushOptions } from "../../core/push/run.js";
import { answerOf } from "../ui/pick.js";
import type { ReviewDocuments } from "./reviewDocuments.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeText, sanitizeLabel } from "../../core/text/sanitizeText.js";
import type { Decision, Conflict, DriftConflict, TargetConflict } from "../../core/push/check.js";
import { formatRelativeTime } from "../../core/text/formatTime.js";
import { changedSinceFile, describeChanges } from "../../core/push/drift.js";
import { displayNameOf } from "../../core/push/request.js";
import { viewsOf } from "../../core/push/plan.js";

/**
 * A second, deliberate step for production: Enter alone never pushes.
 * @param name the text to type.
 */
export async function askAboutProduction(name: string, tenant: string, signal?: AbortSignal): Promise<boolean> {
  const pick = vscode.window.createQuickPick();
  pick.title = l10n.t("Push to {0} (production)", tenant);
  pick.placeholder = l10n.t("To confirm, type “{0}” or choose below", name);
  pick.ignoreFocusOut = true;
  const go = { label: `$(shield) ${l10n.t("Push to production")}`, alwaysShow: true };
  const stop = { label: `$(close) ${l10n.t("Don't push")}`, alwaysShow: true };
  // VS Code activates the item that matches the typed text, so half a name and Enter would push.
  const offer = () => {
    const typed = pick.value.trim();
    pick.items = typed === "" ? [stop, go] : [typed === name ? go : stop];
    pick.activeItems = pick.items.slice(0, 1);
  };
  pick.onDidChangeValue(offer);
  offer();
  const accept = () => {
    const typed = pick.value.trim();
    return typed === "" ? pick.activeItems[0] === go : typed === name;
  };
  return (await answerOf(pick, accept, signal)) === true;
}

/**
 * If several files update one connection, asks which one to push. Then lists the connections that changed on the
 * service. Escape or the signal cancels everything.
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

/** Selected connections are pushed anyway; the rest are skipped. Compared ones aren't asked about again. */
async function chooseAmongDrifted(
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
    // The user continues in the open question, so the comparison's title has no actions.
    const views = viewsOf(push.written, push.request.id, record);
    void documents.compare([{ views, of: push.subject, name: record.name, file: "" }]);
  });
  const accept = () => {
    const ticked = new Set(pick.selectedItems.map(({ conflict }) => conflict));
    return drifted.map((conflict): Decision => {
      if (ticked.has(conflict)) return { kind: "push", request: conflict.push.request };
      return { kind: compared.has(conflict) ? "compare" : "skip" };
    });
  };
  return (await answerOf(pick, accept, signal)) ?? [{ kind: "cancel" }];
}
