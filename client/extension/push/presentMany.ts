import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { nameOfFile } from "../editor/inspection.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { countsAs, describeOutcome } from "../../core/push/outcomes.js";
import type { OutcomeMessage, PushResult } from "../../core/push/pushTypes.js";
import { commandsFor, runCommands, showButtons } from "../actions.js";

/** The same in several messages: those of a tenant whose token has expired, and one more. */
const MAX_REASONS = 2;

/**
 * Shows how many pushes were applied, and lists the others on request. If all others have the same reason, says that,
 * with what to do about it for all of them. If nothing was sent, each of a few reasons has a message.
 */
export async function presentMany(total: readonly PushResult[], sent: boolean): Promise<void> {
  const rest = total.filter(({ outcome }) => countsAs(outcome) !== "success");
  // If nothing was sent, canceled pushes aren't listed.
  const listed = rest.filter((result) => sent || !isCanceled(result));
  if (listed.length === 0) {
    const all = l10n.t("{0} files pushed.", formatNumber(total.length));
    vscode.window.showInformationMessage(rest.length === 0 ? all : skippedInWords(rest));
    return;
  }
  const reasons = reasonsFor(sent ? listed : listed.filter(({ message }) => message.text !== ""));
  const areFew = reasons.length > 0 && reasons.length <= (sent ? 1 : MAX_REASONS);
  if (!areFew || reasons.some(({ buttons }) => buttons.length === 0))
    return present({
      severity: !sent && rest.some(isCanceled) ? "information" : "warning",
      text: sent ? sentInWords(total) : skippedInWords(rest),
      buttons: commandsFor(["showLog"]),
      results: listed,
    });
  const messages = reasons.map((reason) =>
    sent ? { ...reason, severity: "warning" as const, text: sentInWords(total, reason.text) } : reason,
  );
  await Promise.all(messages.map(present));
}

interface Message {
  readonly severity: OutcomeMessage["severity"];
  readonly text: string;
  readonly buttons: readonly vscode.Command[];
  readonly results: readonly PushResult[];
}

/** The messages of pushes, each once for all pushes of a tenant that have it. */
function reasonsFor(results: readonly PushResult[]): readonly Message[] {
  const same = Map.groupBy(results, ({ target, message }) => JSON.stringify([target.origin, message.text]));
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { severity, text, actions } = first.message;
    return [
      { severity, text, buttons: commandsFor(actions, { tenant: first.target, results: group }), results: group },
    ];
  });
}

async function present({ severity, text, buttons, results }: Message): Promise<void> {
  const list = l10n.t("Show Other Pushes");
  const answer = await showButtons(severity, text, [...buttons.map(({ title }) => title), list]);
  if (answer === list) await openOneOf(results);
  else await runCommands(buttons.filter(({ title }) => title === answer));
}

async function openOneOf(results: readonly PushResult[]): Promise<void> {
  const chosen = await vscode.window.showQuickPick(results.map(itemFor), {
    title: l10n.t("Other pushes"),
    placeHolder: l10n.t("Open a file"),
  });
  if (chosen && chosen.file !== "") await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(chosen.file));
}

function skippedInWords(rest: readonly PushResult[]): string {
  if (rest.some(({ outcome }) => countsAs(outcome) === "open")) return sentInWords(rest);
  const others = rest.filter((result) => !isCanceled(result));
  const reasons = [...new Set(others.map(({ outcome }) => describeOutcome(outcome.kind)))].join("; ");
  if (others.length === rest.length)
    return joinSentences(l10n.t("Nothing was pushed."), l10n.t("Skipped: {0}.", reasons));
  return joinSentences(
    l10n.t("You canceled. Nothing was pushed."),
    reasons === "" ? "" : l10n.t("Left out before that: {0}.", reasons),
  );
}

/** Only the user cancels pushes: in a question, in the review, or while they're sent. */
function isCanceled({ outcome }: PushResult): boolean {
  return outcome.kind === "cancelled";
}

/** @param reason why all of those weren't pushed that weren't. */
function sentInWords(total: readonly PushResult[], reason?: string): string {
  const countOf = (counted: "success" | "open") => total.filter(({ outcome }) => countsAs(outcome) === counted).length;
  const [good, open] = [countOf("success"), countOf("open")];
  const canceled = total.filter(isCanceled).length;
  const not = total.length - good - open - canceled;
  const [notPushed, unconfirmed] = [formatNumber(not), formatNumber(open)];
  const [notInWords, openInWords] =
    reason === undefined
      ? [l10n.t("{0} not pushed.", notPushed), l10n.t("{0} unconfirmed.", unconfirmed)]
      : [l10n.t("{0} not pushed: {1}", notPushed, reason), l10n.t("{0} unconfirmed: {1}", unconfirmed, reason)];
  return joinSentences(
    l10n.t("{0} of {1} files pushed.", formatNumber(good), formatNumber(total.length)),
    not === 0 ? "" : notInWords,
    open === 0 ? "" : openInWords,
    canceled === 0 ? "" : l10n.t("{0} canceled by you.", formatNumber(canceled)),
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
