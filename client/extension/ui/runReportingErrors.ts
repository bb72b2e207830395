import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../services.js";

/** Reports an error to the user, and never throws it at the caller. @param name for the log. */
export async function runReportingErrors(
  { log }: Services,
  name: string,
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // What an error says may quote what it was about, so only its kind is written down.
    log.error(`${name} failed: ${error instanceof Error ? error.name : typeof error}`);
    const show = l10n.t("Show Log");
    if (
      (await vscode.window.showErrorMessage(
        l10n.t("The command failed. Nothing was sent. For details, see the log."),
        show,
      )) === show
    )
      log.show();
  }
}
