import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatRelativeTime } from "../../core/text/formatTime.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeLabel, sanitizeText } from "../../core/text/sanitizeText.js";
import type { Choice, Conflict, DriftConflict, TargetConflict } from "../../core/push/check.js";
import { changedSinceFile, describeChanges } from "../../core/push/drift.js";
import { calledIn } from "../../core/push/request.js";
import { viewsOf } from "../../core/push/views.js";
import { hideOnAbort } from "./hideOnAbort.js";
import type { ReviewDocuments } from "./reviewDocuments.js";

/**
 * Asks a person about conflicts: one after the other where several files are for one connection, all in one list where
 * many connections have changed. Escape ends everything, and so does the signal.
 */
export async function decideConflicts(
  conflicts: readonly Conflict[],
  total: number,
  documents: ReviewDocuments,
  signal?: AbortSignal,
): Promise<readonly Choice[]> {
  const drifted = conflicts.flatMap((conflict) => (conflict.kind === "drifted" ? [conflict] : []));
  const [first] = drifted;
  if (first) return total === 1 ? [await chooseOnDrift(first)] : chooseAmongDrifted(drifted, documents, signal);
  const choices: Choice[] = [];
  for (const conflict of conflicts) {
    const choice = conflict.kind === "sameTarget" ? await chooseFile(conflict, signal) : undefined;
    if (!choice) return [{ kind: "cancel" }];
    choices.push(choice);
  }
  return choices;
}

async function chooseFile({ requests }: TargetConflict, signal?: AbortSignal): Promise<Choice | undefined> {
  const closing = new vscode.CancellationTokenSource();
  signal?.addEventListener("abort", () => {
    closing.cancel();
  });
  const [first] = requests;
  const items: (vscode.QuickPickItem & { choice: Choice })[] = requests.map((request) => ({
    label: sanitizeLabel(vscode.workspace.asRelativePath(vscode.Uri.parse(request.file))),
    choice: { kind: "push", request },
  }));
  items.push({ label: `$(close) ${l10n.t("Push none of them")}`, alwaysShow: true, choice: { kind: "leave" } });
  const title = l10n.t(
    "{0} files update {1} on {2}",
    requests.length,
    sanitizeText(first ? calledIn(first) : "", 60),
    sanitizeText(first?.tenant.name ?? "", 40),
  );
  const placeHolder = l10n.t("Choose the one to push. The others are left out.");
  const item = await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }, closing.token);
  return item?.choice;
}

async function chooseOnDrift({ push, drift, record }: DriftConflict): Promise<Choice> {
  const question = changedSinceFile(drift, sanitizeText(record.name), Date.now());
  const detail = [...describeChanges(drift), "", l10n.t("Pushing anyway replaces what is there.")].join("\n");
  const [compare, overwrite] = [l10n.t("Compare"), l10n.t("Push Anyway")];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, compare, overwrite);
  if (answer === overwrite) return { kind: "push", request: push.request };
  return { kind: answer === compare ? "compare" : "cancel" };
}

/** All in one list: what is ticked is pushed anyway, the rest is left. A button compares without deciding; who has compared is not asked again. */
function chooseAmongDrifted(
  drifted: readonly DriftConflict[],
  documents: ReviewDocuments,
  signal?: AbortSignal,
): Promise<readonly Choice[]> {
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
      ? l10n.t("1 connection was changed on the service")
      : l10n.t("{0} connections were changed on the service", formatNumber(items.length));
  pick.placeholder = l10n.t("Tick those to push anyway. The others are left alone.");
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.items = items;
  const compared = new Set<DriftConflict>();
  pick.onDidTriggerItemButton(({ item: { conflict } }) => {
    const { push, record } = conflict;
    compared.add(conflict);
    // What leads on is the question that is open, so the title offers nothing.
    void documents.compare({
      views: viewsOf(push.written, push.request.id, record),
      of: push.subject,
      name: record.name,
      file: "",
    });
  });
  return new Promise((resolve) => {
    let choices: readonly Choice[] = [{ kind: "cancel" }];
    pick.onDidAccept(() => {
      const ticked = new Set(pick.selectedItems.map(({ conflict }) => conflict));
      choices = drifted.map((conflict) =>
        ticked.has(conflict)
          ? { kind: "push", request: conflict.push.request }
          : { kind: compared.has(conflict) ? "compare" : "leave" },
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
