import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { inspectFile, nameOfFile } from "../../files/inspection.js";
import { plainText } from "../../plainText.js";
import type { Services } from "../../services.js";
import { checkOpenPush } from "./checkOpenPush.js";
import { currentSetupFile } from "../files/currentSetupFile.js";
import { requestFor } from "./pushRequest.js";
import { ensureSignedIn } from "../tenants/signInTo.js";
import { tellPush } from "./tellPush.js";

/** Finds out what became of the last push of a setup file, where nobody knows. Sends nothing. */
export async function checkPush(services: Services, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  if (!document) return;
  const entry = services.fileStates.openPush(document.uri);
  if (!entry) {
    void vscode.window.showInformationMessage(
      l10n.t("What became of the last push of {0} is known.", nameOfFile(document.uri)),
    );
    return;
  }
  const found = services.sessions.withOrigin(entry.origin);
  const session = await ensureSignedIn(services, found);
  const file = await inspectFile(services.languageServer, document.uri);
  if (!session) {
    if (!found)
      void vscode.window.showWarningMessage(
        l10n.t(
          "{0} is not among your tenants any more, so what became of the push of {1} cannot be found out.",
          plainText(entry.tenantName),
          plainText(entry.connection),
        ),
      );
    return;
  }
  const verdict = await checkOpenPush(services, entry, session.client);
  if (!file) return;
  const chosen = { session, id: entry.id };
  const request = { ...(await requestFor(services, document.uri, file, chosen)), name: entry.connection };
  const again = async () => {
    await vscode.commands.executeCommand("vaultconn.push", document.uri);
  };
  await tellPush(services, { document, chosen, file, request, again }, { ...verdict, cause: undefined });
}
