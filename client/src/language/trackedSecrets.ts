import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { TrackedFiles } from "../files/trackedFiles.js";
import { inARow } from "../locale.js";

const CODE = "plain-text-secret";

/**
 * Turns the hint about a credential in plain text into a warning where Git
 * tracks the file, unless the person has chosen how loud it is.
 */
export function louderWhereTracked(
  diagnostics: readonly vscode.Diagnostic[],
  file: vscode.Uri,
  tracked: TrackedFiles,
): vscode.Diagnostic[] {
  if (!tracked.has(file) || isChosen(file)) return [...diagnostics];
  return diagnostics.map((diagnostic) => {
    if (codeOf(diagnostic) !== CODE) return diagnostic;
    const louder = Object.assign(
      Object.create(Object.getPrototypeOf(diagnostic) as object) as vscode.Diagnostic,
      diagnostic,
    );
    louder.severity = vscode.DiagnosticSeverity.Warning;
    louder.message = inARow(
      diagnostic.message,
      l10n.t("Git tracks this file, so the credential would be shared with it."),
    );
    return louder;
  });
}

function isChosen(file: vscode.Uri): boolean {
  const setting = vscode.workspace.getConfiguration("vaultconn.diagnostics", file).inspect("plainTextSecret");
  return [setting?.globalValue, setting?.workspaceValue, setting?.workspaceFolderValue].some(
    (value) => value !== undefined,
  );
}

function codeOf({ code }: vscode.Diagnostic): unknown {
  return typeof code === "object" ? code.value : code;
}
