import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { changedSinceFile, describeDrift } from "../../core/push/compareRecords.js";
import type { DriftDecision, DriftedPushes, PushOptions } from "../../core/push/context.js";
import { quotedName } from "../../core/push/outcomes.js";
import { type DriftedPush, type PushRequest, displayNameOf } from "../../core/push/pushTypes.js";
import { viewsOf } from "../../core/push/planPush.js";
import { answerOf } from "../ui/pick.js";
import type { ReviewDocuments } from "./reviewDocuments.js";
import { capitalize, formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { formatRelativeTime } from "../../core/text/formatTime.js";
import { inBackground } from "../ui/inBackground.js";

/**
 * Asks the user to type a name, so that nobody pushes to production by pressing Enter or by choosing from a list.
 * @returns false if the user pressed Escape.
 */
export async function confirmByTyping(name: string, tenant: string, signal?: AbortSignal): Promise<boolean> {
  const box = vscode.window.createInputBox();
  box.title = l10n.t("Push to {0}", tenant);
  box.prompt = l10n.t("To confirm, type “{0}”.", name);
  box.ignoreFocusOut = true;
  box.onDidChangeValue(() => (box.validationMessage = undefined));
  const accept = () => {
    if (asTyped(box.value) === asTyped(name)) return true;
    box.validationMessage = l10n.t("To push, type “{0}”. Nothing is sent until then.", name);
    return undefined;
  };
  return (await answerOf(box, accept, { signal })) === true;
}

/** A keyboard can't tell all spaces apart, and composes letters in its own way. */
function asTyped(text: string): string {
  return sanitizeText(text).normalize("NFC").replaceAll(/\s+/g, " ");
}

/** Asks which of several files for one connection to push. Escape or the signal cancels everything. */
export async function chooseFile(
  requests: readonly PushRequest[],
  { signal }: PushOptions,
): Promise<PushRequest | "none" | undefined> {
  const [first] = requests;
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { choice: PushRequest | "none" }>();
  pick.title = l10n.t(
    "{0} files update {1} on {2}",
    requests.length,
    sanitizeText(first ? displayNameOf(first) : "", 60),
    sanitizeText(first?.tenant.name ?? "", 40),
  );
  pick.placeholder = l10n.t("Choose the file to push. The others are left out.");
  pick.ignoreFocusOut = true;
  pick.items = [
    ...requests.map((request) => ({
      label: sanitizeLabel(vscode.workspace.asRelativePath(vscode.Uri.parse(request.file))),
      choice: request,
    })),
    { label: `$(close) ${l10n.t("Push none")}`, alwaysShow: true, choice: "none" },
  ];
  return answerOf(pick, () => pick.selectedItems[0]?.choice, { signal });
}

/** Asks about the only push, whose connection changed on the service. Escape cancels it. */
export async function decideOnlyDrift([{ drift, record }]: DriftedPushes): Promise<
  readonly DriftDecision[] | undefined
> {
  const question = changedSinceFile(drift, quotedName(record));
  const detail = [...describeDrift(drift), "", l10n.t("If you push anyway, you replace those changes.")].join("\n");
  const [compare, overwrite] = [l10n.t("Compare"), l10n.t("Push Anyway")];
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, compare, overwrite);
  if (answer === overwrite) return ["push"];
  return answer === compare ? ["compare"] : undefined;
}

/**
 * Lists the connections that changed on the service. Selected ones are pushed anyway; the rest are skipped. Compared
 * ones aren't asked about again. Escape or the signal cancels everything.
 */
export async function chooseAmongDrifted(
  drifted: DriftedPushes,
  documents: ReviewDocuments,
  { signal }: PushOptions,
): Promise<readonly DriftDecision[] | undefined> {
  const compare = { iconPath: new vscode.ThemeIcon("diff"), tooltip: l10n.t("Compare") };
  const items = drifted.map((each) => {
    const { drift, push, record } = each;
    const when = drift.at === undefined ? [] : [formatRelativeTime(drift.at, Date.now())];
    return {
      label: sanitizeLabel(displayNameOf(record)),
      description: [sanitizeLabel(push.target.tenantName), ...when].join(" · "),
      detail: sanitizeLabel(joinSentences(...describeDrift(drift)), 400),
      buttons: [compare],
      drifted: each,
    };
  });
  const pick = vscode.window.createQuickPick<(typeof items)[number]>();
  pick.title = capitalize(l10n.t("connections changed on the service: {0}", formatNumber(items.length)));
  pick.placeholder = l10n.t("Select the connections to push anyway. The others are left out.");
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.items = items;
  const compared = new Set<DriftedPush>();
  pick.onDidTriggerItemButton(({ item }) => {
    const { push, record } = item.drifted;
    compared.add(item.drifted);
    // The user continues in the open question, so the comparison's title has no actions.
    const views = viewsOf(push.request.inspected, push.request.id, record);
    const target = { ...push.target, connection: displayNameOf(record), file: "", views };
    inBackground("update-view", () => documents.compare([target]));
  });
  const accept = () => {
    const ticked = new Set(pick.selectedItems.map((item) => item.drifted));
    return drifted.map((each): DriftDecision => {
      if (ticked.has(each)) return "push";
      return compared.has(each) ? "compare" : "skip";
    });
  };
  return answerOf(pick, accept, { signal });
}
