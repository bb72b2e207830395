import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNarrowList, formatNumber, joinSentences, shortenList } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { inBackground } from "../ui/inBackground.js";

export function rangeOf({ start, end }: InspectResult["references"][number]["range"]): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

export function requestedUpdate({ request, numbers }: Pick<InspectResult, "request" | "numbers">): unknown {
  return numbers ? { request, numbers } : request;
}

export function nameOfFile({ path }: vscode.Uri): string {
  return sanitizeText(path.split("/").at(-1) ?? "");
}

/**
 * Explains errors that prevent a push.
 * @param pushAnyway what to offer if all of them are about what this version doesn't know.
 * @returns whether there are any.
 */
export function refuseErrors(
  file: vscode.Uri,
  { errors, firstError: first, unknown }: InspectResult,
  pushAnyway?: () => Promise<void>,
): boolean {
  if (!first) return false;
  const name = nameOfFile(file);
  const line = first.start.line + 1;
  const [what, where] =
    errors === 1
      ? [l10n.t("Fix 1 problem in {0} first.", name), l10n.t("It's on line {0}.", line)]
      : [
          l10n.t("Fix {0} problems in {1} first.", formatNumber(errors), name),
          l10n.t("The first one is on line {0}.", line),
        ];
  const next = unknown && pushAnyway;
  inBackground("offer-next-step", () => offerProblems(file, joinSentences(what, where), rangeOf(first), next));
  return true;
}

async function offerProblems(
  file: vscode.Uri,
  message: string,
  first: vscode.Range,
  pushAnyway: (() => Promise<void>) | undefined,
): Promise<void> {
  const [show, push] = [l10n.t("Show Problems"), l10n.t("Push Anyway…")];
  const answer = await vscode.window.showErrorMessage(message, show, ...(pushAnyway ? [push] : []));
  if (answer === push) return pushAnyway?.();
  if (answer !== show) return;
  await vscode.window.showTextDocument(file, { selection: first });
  await vscode.commands.executeCommand("workbench.actions.view.problems");
}

/** A message has no room for more. */
const MAX_NAMED_FILES = 5;

export function summarizeNames(files: readonly vscode.Uri[]): string {
  return formatNarrowList(shortenList(files.map(nameOfFile), MAX_NAMED_FILES));
}
