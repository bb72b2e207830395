import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { referenceText } from "../../../schemas/references.js";
import { inspectFile, nameOfFile } from "../editor/inspection.js";
import type { Offer } from "../../core/push/offers.js";
import type { JournalEntry } from "../../core/push/journal.js";
import type { PushSubject } from "../../core/push/request.js";
import type { PushResult } from "../../core/push/run.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { UPDATE_SCOPE } from "../../core/service/signIn/claims.js";
import { askForSecret } from "../ui/askForSecret.js";
import { sessionNow } from "../tenants/sessionOf.js";
import { performStep } from "../tenants/serviceErrors.js";
import { chooseConnection, type Chosen } from "./requests.js";
import { rangeOf } from "./refusals.js";
import type { Services } from "../services.js";

export interface PushActions {
  /** Pushes what a push was about, to the same connection or another. */
  readonly again: (subject: PushSubject, target?: Chosen) => Promise<void>;
  readonly check: (entry: JournalEntry) => Promise<void>;
}

export async function performOffer(
  offer: Offer,
  services: Services,
  result: PushResult,
  { again, check }: PushActions,
): Promise<void> {
  const { subject, outcome } = result;
  // The tenant may have been changed since, and its session with it.
  const session = services.sessions.withOrigin(subject.origin);
  const file = subject.file === "" ? undefined : vscode.Uri.parse(subject.file);
  switch (offer) {
    case "showRecord": {
      const record = "record" in outcome ? outcome.record : session?.store.find(subject.id);
      if (record) await services.records.show(subject.origin, record);
      return;
    }
    case "showLog":
      services.log.show();
      return;
    case "showInFile":
      if (file) await services.refusals.reveal(await vscode.workspace.openTextDocument(file));
      return;
    case "checkAgain": {
      const entry = services.pushes.journal.lastTo(subject);
      if (entry) await check(entry);
      else
        void vscode.window.showInformationMessage(
          l10n.t(
            "How the last push of {0} ended is known.",
            file ? nameOfFile(file) : sanitizeText(subject.connection),
          ),
        );
      return;
    }
    case "pushAgain":
    case "retry":
      await again(subject);
      return;
    case "chooseConnection": {
      const tenant = sessionNow(services, subject);
      if (!tenant || !file) return;
      const document = await vscode.workspace.openTextDocument(file);
      const read = await inspectFile(services.languageServer, file);
      const other = read && (await chooseConnection(services, document, read, tenant, "push"));
      if (other) await again(subject, other);
      return;
    }
    case "refresh":
    case "signIn":
    case "signInDifferently":
    case "proxySettings":
      await performStep(services, offer, subject);
      return;
    case "copyScope":
      await vscode.env.clipboard.writeText(UPDATE_SCOPE);
      return;
    case "storeSecret":
      await storeMissing(services, result);
      return;
    case "manageTrust":
      await vscode.commands.executeCommand("workbench.trust.manage");
  }
}

/** Asks for the value that was missing first, and has the file refer to it where it named a variable. */
async function storeMissing(services: Services, { subject, outcome }: PushResult): Promise<void> {
  const reference = outcome.kind === "unresolved" ? outcome.problems[0]?.reference : undefined;
  if (reference) await askForSecret(services, { name: reference.name });
  if (reference?.kind !== "env" || !services.secrets.names.includes(reference.name)) return;
  const uri = vscode.Uri.parse(subject.file);
  const file = await inspectFile(services.languageServer, uri);
  const edit = new vscode.WorkspaceEdit();
  for (const { kind, name, range } of file?.references ?? [])
    if (kind === "env" && name === reference.name)
      edit.replace(uri, rangeOf(range), referenceText({ kind: "secret", name }));
  await vscode.workspace.applyEdit(edit);
}
