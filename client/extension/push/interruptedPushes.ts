import * as l10n from "@vscode/l10n";
import pLimit from "p-limit";
import * as vscode from "vscode";
import { locale } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { JournalEntry } from "../../core/push/journal.js";
import { AT_ONCE } from "../../core/push/run.js";
import { restoreHistory } from "../../core/push/record.js";
import { keepSecrets } from "../../core/push/verify.js";
import { checkAndPresent } from "./present.js";
import { pushAgain } from "./pushFile.js";
import type { PushServices } from "./pushServices.js";

/** Tells in one message about pushes that the end of an earlier window interrupted, and finds out their outcomes on request. */
export async function reportInterruptedPushes(services: PushServices): Promise<void> {
  const { journal, active } = services.pushes;
  await restoreHistory(services.pushes);
  // Another window may be waiting for its answer.
  const isOpen = async (entry: JournalEntry) => !(await active.isSentElsewhere(entry).catch(() => false));
  const entries = (
    await pLimit(AT_ONCE).map(journal.interrupted, async (entry) => ((await isOpen(entry)) ? [entry] : []))
  ).flat();
  const [first] = entries;
  if (!first) return;
  // The rows are loaded whether or not anyone checks.
  void keepSecrets(entries, (origin) => services.sessions.withOrigin(origin)?.client, services.pushes);
  const check = l10n.t("Check Now");
  const dismiss = l10n.t("Do Not Ask Again");
  const answer = await vscode.window.showWarningMessage(describe(first, entries.length), check, dismiss);
  if (answer === dismiss) {
    await journal.forget(entries);
    services.fileStates.changed(entries.flatMap(({ file }) => (file === "" ? [] : [vscode.Uri.parse(file)])));
  }
  // A push made in the meantime may have settled an earlier one, and a file may have been moved.
  const asked = new Set(entries.map(({ push }) => push));
  const open = journal.interrupted.filter(({ push }) => asked.has(push));
  if (answer === check && open.length > 0) await checkAndPresent(services, open, pushAgain(services));
}

function describe({ connection, tenantName, startedAt }: JournalEntry, count: number): string {
  if (count > 1) return l10n.t("{0} pushes were interrupted. Whether they took effect is not known yet.", count);
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "short" }).format(startedAt);
  return l10n.t(
    "A push of {0} to {1} was interrupted ({2}). Whether it took effect is not known yet.",
    sanitizeText(connection),
    sanitizeText(tenantName),
    time,
  );
}
