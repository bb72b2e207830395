import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { nameOfFile } from "../editor/inspection.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { countsAs, describeOutcome } from "../../core/push/outcomes.js";
import type { PushResult } from "../../core/push/pushTypes.js";
import { actionTitle, commandsFor, runCommands } from "../actions.js";

/** Shows in one message how many pushes were applied, and lists the others on request. */
export async function presentMany(total: readonly PushResult[], sent: boolean): Promise<void> {
  // If nothing was sent, canceled pushes aren't listed.
  const rest = total.filter(({ outcome: { kind } }) => countsAs({ kind }) !== "success");
  const items = rest.filter(({ outcome: { kind } }) => sent || kind !== "cancelled").map(itemFor);
  const [showRest, log] = [l10n.t("Show Other Pushes"), actionTitle("showLog")];
  if (items.length === 0) {
    const all = l10n.t("{0} files pushed.", formatNumber(total.length));
    vscode.window.showInformationMessage(rest.length === 0 ? all : l10n.t("Nothing was pushed."));
    return;
  }
  const answer = await vscode.window.showWarningMessage(summaryOf(total, rest, sent), showRest, log);
  if (answer === log) await runCommands(commandsFor(["showLog"]));
  if (answer !== showRest) return;
  const chosen = await vscode.window.showQuickPick(items, {
    title: l10n.t("Other pushes"),
    placeHolder: l10n.t("Open a file"),
  });
  if (chosen && chosen.file !== "") await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(chosen.file));
}

function summaryOf(total: readonly PushResult[], rest: readonly PushResult[], sent: boolean): string {
  const open = rest.filter(({ outcome }) => countsAs(outcome) === "open").length;
  const not = rest.length - open;
  const good = formatNumber(total.length - rest.length);
  if (!sent && open === 0) {
    const reasons = new Set(rest.map(({ outcome }) => describeOutcome(outcome.kind)));
    reasons.delete(describeOutcome("cancelled"));
    return joinSentences(l10n.t("Nothing was pushed."), l10n.t("Skipped: {0}.", [...reasons].join("; ")));
  }
  return joinSentences(
    l10n.t("{0} of {1} files pushed.", good, formatNumber(total.length)),
    not === 0 ? "" : l10n.t("{0} not pushed.", formatNumber(not)),
    open === 0 ? "" : l10n.t("{0} unconfirmed.", formatNumber(open)),
  );
}

function itemFor(result: PushResult) {
  const { file, connection, tenantName } = result.target;
  const { text } = result.message;
  return {
    label: sanitizeLabel(file === "" ? connection : nameOfFile(vscode.Uri.parse(file))),
    description: `${sanitizeLabel(tenantName)} · ${describeOutcome(result.outcome.kind)}`,
    detail: sanitizeLabel(text === "" ? connection : text),
    file,
  };
}
