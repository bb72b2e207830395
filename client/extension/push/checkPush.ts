import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { nameOfFile } from "../editor/inspection.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { HistoryLine } from "../../core/push/history.js";
import type { JournalEntry } from "../../core/push/journal.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import { ensureSignedIn } from "../tenants/signInTo.js";
import { checkAndPresent } from "./present.js";
import { pushAgain } from "./pushFile.js";
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
  await checkEntry(services, entry);
}

/** The same for a push of the history. */
export async function checkPushed(services: PushServices, { push }: HistoryLine): Promise<void> {
  const entry = services.pushes.journal.open.find((open) => open.push === push);
  if (entry) await checkEntry(services, entry);
  else void vscode.window.showInformationMessage(l10n.t("Nothing more can be found out about this push."));
}

async function checkEntry(services: PushServices, entry: JournalEntry): Promise<void> {
  const found = services.sessions.withOrigin(entry.origin);
  if (!found)
    void vscode.window.showWarningMessage(
      l10n.t(
        "{0} is not among your tenants any more, so how the push of {1} ended cannot be found out.",
        sanitizeText(entry.tenantName),
        sanitizeText(entry.connection),
      ),
    );
  else if (await ensureSignedIn(services, found)) await checkAndPresent(services, [entry], pushAgain(services));
}
