import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { nameOfFile } from "../editor/inspection.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { JournalEntry } from "../../core/push/pushTypes.js";
import type { HistoryLine } from "../../core/push/state/storedPushes.js";
import { keepSecrets } from "../../core/push/verifyPush.js";
import { quotedName } from "../../core/push/outcomes.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import { sessionNow } from "../tenants/sessionOf.js";
import { ensureSignedIn } from "../tenants/signIn.js";
import { checkAndPresent, showKnown } from "./runPushes.js";
import type { PushServices } from "./pushServices.js";
import { locale } from "../../core/text/locale.js";
import { inBackground } from "../ui/inBackground.js";

/** Finds out the outcome of a file's last push. Sends no update. */
export async function checkPush(services: PushServices, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  if (!document) return;
  const entry = services.fileStates.openPush(document.uri);
  if (entry) await checkEntry(services, entry);
  else showKnown(nameOfFile(document.uri));
}

export async function checkPushed(services: PushServices, { push }: HistoryLine): Promise<void> {
  const entry = services.journal.open.find((open) => open.push === push);
  if (entry) await checkEntry(services, entry);
  else vscode.window.showInformationMessage(l10n.t("This push can't be checked anymore."));
}

async function checkEntry(services: PushServices, entry: JournalEntry): Promise<void> {
  const found = sessionNow(services, entry);
  if (found && (await ensureSignedIn(services, found))) await checkAndPresent(services, [entry]);
}

/** Shows one message about all pushes that a closing window interrupted. Checks their outcomes on request. */
export async function reportInterruptedPushes(services: PushServices): Promise<void> {
  const { journal } = services;
  const { active } = services.pushes;
  // Another window may still be waiting for the response.
  const entries: JournalEntry[] = [];
  for (const entry of journal.interrupted)
    if (!(await active.isSentElsewhere(entry).catch(() => false))) entries.push(entry);
  await services.history.restore(journal, entries);
  const [first] = entries;
  if (!first) return;
  // Even if the user doesn't check, the rows are loaded.
  inBackground("report-interrupted-pushes", () =>
    keepSecrets(entries, (origin) => services.sessions.withOrigin(origin)?.client, services.pushes),
  );
  const check = l10n.t("Check Now");
  const dismiss = l10n.t("Don't Ask Again");
  const answer = await vscode.window.showWarningMessage(describe(first, entries.length), check, dismiss);
  if (answer === dismiss) {
    await journal.forget(entries);
    services.fileStates.changed(entries.flatMap(({ file }) => (file === "" ? [] : [vscode.Uri.parse(file)])));
  }
  // While the message was open, another push may have settled an earlier one, and a file may have been moved.
  const reported = new Set(entries.map(({ push }) => push));
  const open = journal.interrupted.filter(({ push }) => reported.has(push));
  if (answer === check && open.length > 0) await checkAndPresent(services, open);
}

function describe({ id, connection: name, tenantName, startedAt }: JournalEntry, count: number): string {
  if (count > 1) return l10n.t("{0} pushes were interrupted. Their outcomes are unknown.", count);
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "short" }).format(startedAt);
  return l10n.t(
    "A push of {0} to {1} was interrupted ({2}). Its outcome is unknown.",
    quotedName({ id, name }),
    sanitizeText(tenantName),
    time,
  );
}
