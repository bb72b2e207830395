import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { nameOfFile } from "../../files/inspection.js";
import { locale } from "../../locale.js";
import { followed } from "../../followed.js";
import { plainLabel, plainText } from "../../plainText.js";
import { outcomeInWords } from "../../push/history.js";
import type { JournalEntry } from "../../push/journal.js";
import { checkLeftOvers, type CheckedLeftOver } from "../../push/leftOver.js";
import { outcomeSentence } from "../../push/outcomeSentence.js";
import type { Services } from "../../services.js";
import { noteVerdict } from "./checkOpenPush.js";

/** Tells in one message about pushes that the end of an earlier window interrupted, and finds out on request what became of them. */
export async function reportLeftOvers(services: Services): Promise<void> {
  const entries = services.journal.leftOver;
  const [first] = entries;
  if (!first) return;
  const check = l10n.t("Check Now");
  const dismiss = l10n.t("Do Not Ask Again");
  const answer = await vscode.window.showWarningMessage(describe(first, entries.length), check, dismiss);
  if (answer === dismiss) {
    for (const entry of entries) await services.journal.end(entry);
    services.fileStates.changed();
  }
  if (answer !== check) return;
  // A push made in the meantime may have settled an earlier one.
  const open = services.journal.leftOver.filter((entry) => entries.includes(entry));
  const checked = await followed(titleFor(first, open.length), (_report, signal) => {
    const serviceOf = (origin: string) => {
      const session = services.sessions.withOrigin(origin);
      return session?.signedIn === true ? session.client : undefined;
    };
    return checkLeftOvers(open, serviceOf, services.journal, { signal });
  });
  for (const { entry, verdict } of checked) if (verdict) await noteVerdict(services, entry, verdict);
  await tell(checked);
}

function describe({ connection, tenantName, startedAt }: JournalEntry, count: number): string {
  if (count > 1) return l10n.t("{0} pushes were interrupted. Whether they took effect is not known yet.", count);
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "short" }).format(startedAt);
  return l10n.t(
    "A push of {0} to {1} was interrupted ({2}). Whether it took effect is not known yet.",
    plainText(connection),
    plainText(tenantName),
    time,
  );
}

function titleFor({ connection }: JournalEntry, count: number): string {
  return count === 1
    ? l10n.t("Checking what became of the push of {0}", plainText(connection))
    : l10n.t("Checking what became of {0} pushes", count);
}

/** One push gets its sentence. Of several it is said how many took effect, and each can be looked at. */
async function tell(checked: readonly CheckedLeftOver[]): Promise<void> {
  const [first, ...others] = checked;
  if (!first) return;
  if (others.length === 0) {
    void vscode.window.showInformationMessage(sentenceFor(first));
    return;
  }
  const show = l10n.t("Show");
  const text = l10n.t(
    "{0} of {1} interrupted pushes took effect, or probably did.",
    checked.filter(({ verdict }) => verdict?.kind === "applied" || verdict?.kind === "probablyApplied").length,
    checked.length,
  );
  if ((await vscode.window.showInformationMessage(text, show)) !== show) return;
  const items = checked.map((each) => {
    const { entry, verdict } = each;
    const words = outcomeInWords(verdict?.kind ?? "unknown");
    return {
      label: plainLabel(entry.connection),
      description: `${plainLabel(entry.tenantName)} · ${words}`,
      detail: plainLabel(sentenceFor(each)),
      file: entry.file,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: l10n.t("Interrupted pushes"),
    placeHolder: l10n.t("Open a file"),
  });
  if (chosen && chosen.file !== "") await openFile(vscode.Uri.parse(chosen.file));
}

function sentenceFor({ entry, verdict }: CheckedLeftOver): string {
  const { tenantName, connection } = entry;
  if (!verdict)
    return l10n.t(
      "You are not signed in to {0}, so what became of the push of {1} cannot be found out. Sign in, then reload the window.",
      plainText(tenantName),
      plainText(connection),
    );
  return outcomeSentence({ ...verdict, cause: undefined }, { tenant: tenantName, connection, now: Date.now() }).text;
}

async function openFile(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.window.showTextDocument(uri);
  } catch {
    void vscode.window.showWarningMessage(l10n.t("{0} is not there any more.", nameOfFile(uri)));
  }
}
