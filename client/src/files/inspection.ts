import * as vscode from "vscode";
import { INSPECT, type InspectParams, type InspectResult } from "../../../server/protocol/messages.js";
import { plainText } from "../plainText.js";
import type { LanguageServer } from "../language/languageFeatures.js";

/** What the language server says a setup file holds; null where the file is gone. */
export function inspectFile(server: LanguageServer, file: vscode.Uri): Promise<InspectResult | null> {
  return server.request<InspectResult | null>(INSPECT, { uri: file.toString() } satisfies InspectParams);
}

/** The last part of a file's path, to be shown. */
export function nameOfFile({ path }: vscode.Uri): string {
  return plainText(path.split("/").at(-1) ?? "");
}

/** Whether errors stop a push; then says how many there are, and shows the first on request. */
export function refuseErrors(file: vscode.Uri, { problems, firstError: first }: InspectResult): boolean {
  if (problems.errors === 0) return false;
  const what = problems.errors === 1 ? "There is 1 problem" : `There are ${problems.errors} problems`;
  const place = first ? ` The first is in line ${first.start.line + 1}.` : "";
  void offerProblems(file, `${what} to solve before ${nameOfFile(file)} can be pushed.${place}`, first);
  return true;
}

async function offerProblems(file: vscode.Uri, message: string, first: InspectResult["firstError"]): Promise<void> {
  const show = "Show Problems";
  if ((await vscode.window.showErrorMessage(message, show)) !== show) return;
  const selection = first && new vscode.Range(first.start.line, first.start.character, first.end.line, first.end.character);
  await vscode.window.showTextDocument(file, selection ? { selection } : {});
  await vscode.commands.executeCommand("workbench.actions.view.problems");
}
