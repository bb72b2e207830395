import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNarrowList, formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { INSPECT, type InspectParams, type InspectResult } from "../../../server/protocol/messages.js";

export interface LanguageServer {
  /** Sends a request to the server, starting it first where that hasn't happened yet. */
  request<Result>(method: string, params: object): Promise<Result>;
}

/** What the language server says a setup file holds; null where the file is gone. */
export function inspectFile(server: LanguageServer, file: vscode.Uri): Promise<InspectResult | null> {
  return server.request<InspectResult | null>(INSPECT, { uri: file.toString() } satisfies InspectParams);
}

export function requestedUpdate({ request, numbers }: Pick<InspectResult, "request" | "numbers">): unknown {
  return numbers ? { request, numbers } : request;
}

export function nameOfFile({ path }: vscode.Uri): string {
  return sanitizeText(path.split("/").at(-1) ?? "");
}

/** Whether errors stop a push; then says how many there are, and shows the first on request. */
export function refuseErrors(file: vscode.Uri, { problems, firstError: first }: InspectResult): boolean {
  if (problems.errors === 0) return false;
  const name = nameOfFile(file);
  const what =
    problems.errors === 1
      ? l10n.t("Fix 1 problem in {0} before you push.", name)
      : l10n.t("Fix {0} problems in {1} before you push.", formatNumber(problems.errors), name);
  const place = first ? placeOf(first.start.line + 1, problems.errors) : "";
  void offerProblems(file, joinSentences(what, place), first);
  return true;
}

function placeOf(line: number, errors: number): string {
  return errors === 1 ? l10n.t("It's on line {0}.", line) : l10n.t("The first one is on line {0}.", line);
}

async function offerProblems(file: vscode.Uri, message: string, first: InspectResult["firstError"]): Promise<void> {
  const show = l10n.t("Show Problems");
  if ((await vscode.window.showErrorMessage(message, show)) !== show) return;
  const selection =
    first && new vscode.Range(first.start.line, first.start.character, first.end.line, first.end.character);
  await vscode.window.showTextDocument(file, selection ? { selection } : {});
  await vscode.commands.executeCommand("workbench.actions.view.problems");
}

/** More don't fit into a message. */
const NAMED = 5;

export function summarizeNames(files: readonly vscode.Uri[]): string {
  const names = files.slice(0, NAMED).map(nameOfFile);
  const more = files.length - names.length;
  return formatNarrowList(more > 0 ? [...names, l10n.t("{0} more", formatNumber(more))] : names);
}
