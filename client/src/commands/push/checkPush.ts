import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { nameOfFile } from "../../files/inspection.js";
import { sanitizeText } from "../../sanitizeText.js";
import { currentSetupFile } from "../files/currentSetupFile.js";
import { ensureSignedIn } from "../tenants/signInTo.js";
import { checkAndPresent } from "./present.js";
import { pushAgainFromFile } from "./pushFile.js";
import type { PushServices } from "./pushServices.js";

/** Finds out the outcome of the last push of a setup file, where it is not known. Sends nothing. */
export async function checkPush(services: PushServices, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  if (!document) return;
  const entry = services.fileStates.openPush(document.uri);
  if (!entry) {
    void vscode.window.showInformationMessage(
      l10n.t("How the last push of {0} ended is known.", nameOfFile(document.uri)),
    );
    return;
  }
  const found = services.sessions.withOrigin(entry.origin);
  if (!found)
    void vscode.window.showWarningMessage(
      l10n.t(
        "{0} is not among your tenants any more, so how the push of {1} ended cannot be found out.",
        sanitizeText(entry.tenantName),
        sanitizeText(entry.connection),
      ),
    );
  else if (await ensureSignedIn(services, found)) await checkAndPresent(services, [entry], pushAgainFromFile(services));
}
