import * as l10n from "@vscode/l10n";
import { commandsFor, showMessage } from "../actions.js";
import type { UiServices } from "./uiServices.js";

/** Runs work and shows its error to the user instead of throwing. @param name the name in the log. */
export async function runReportingErrors(
  { log }: UiServices,
  name: string,
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // An error's message may quote a value, so log only its kind.
    log.error(`${name} failed: ${error instanceof Error ? error.name : typeof error}`);
    const message = l10n.t("The command failed. For details, see the log.");
    await showMessage("error", message, commandsFor(["showLog"]));
  }
}
