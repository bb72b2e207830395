import * as vscode from "vscode";
import { plainText } from "../plainText.js";
import type { JournalEntry } from "../push/journal.js";
import { checkLeftOver } from "../push/leftOver.js";
import { remember } from "../push/drift.js";
import { recordToRemember } from "../push/outcome.js";
import { outcomeSentence } from "../push/outcomeSentence.js";
import type { Services } from "../services.js";

/** Tells about pushes that the end of an earlier window interrupted, and finds out on request what became of them. */
export async function reportLeftOvers(services: Services): Promise<void> {
  for (const entry of services.journal.leftOver) {
    await report(services, entry);
  }
}

async function report(services: Services, entry: JournalEntry): Promise<void> {
  const { connection, tenantName, origin, startedAt } = entry;
  const time = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: "short", timeStyle: "short" }).format(startedAt);
  const check = "Check Now";
  const dismiss = "Do Not Ask Again";
  const message = `A push of ${plainText(connection)} to ${plainText(tenantName)} was interrupted (${time}). Whether it took effect is not known yet.`;
  const answer = await vscode.window.showWarningMessage(message, check, dismiss);
  if (answer === dismiss) await services.journal.end(entry);
  const session = services.sessions.withOrigin(origin);
  if (answer !== check || !session) return;
  const verdict = await checkLeftOver(entry, session.client, services.journal);
  await services.history.add({ ...entry, time: startedAt, outcome: verdict.kind });
  const known = recordToRemember({ ...verdict, cause: undefined });
  if (known && entry.file !== "") await rememberFor(services, entry, known);
  const { text } = outcomeSentence({ ...verdict, cause: undefined }, { tenant: tenantName, connection, now: Date.now() });
  void vscode.window.showInformationMessage(text, { modal: false });
}

/** What the push did itself is no change by someone else. Whether the file is still as it was sent is not known. */
async function rememberFor({ memory, fileStates }: Services, { file, origin, id }: JournalEntry, { record, page }: NonNullable<ReturnType<typeof recordToRemember>>): Promise<void> {
  const uri = vscode.Uri.parse(file);
  await memory.remember(uri, { origin, id, record: remember(record, Date.now(), page), pushed: memory.get(uri)?.pushed });
  fileStates.changed();
}
