import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Offered } from "./shownComparisons.js";
import { pickSetupFile } from "../editor/currentSetupFile.js";

/** Opens the setup file that a comparison is of, in a tab of its own: the comparison stays. */
export async function openCompared(_services: unknown, { files }: Offered): Promise<void> {
  const file = await pickSetupFile(
    files.map((uri) => vscode.Uri.parse(uri)),
    l10n.t("Open which setup file?"),
  );
  if (file) await vscode.window.showTextDocument(file, { preview: false });
}
