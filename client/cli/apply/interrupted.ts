import { checkSentPushes } from "../../core/push/verify.js";
import type { JournalEntry, PushJournal } from "../../core/push/journal.js";
import type { SetupFile } from "../files/setupFiles.js";
import { fileOutcome, settled, type FileOutcome } from "../outcomes.js";
import type { Session } from "../session.js";
import { readJournal, withJournal } from "../state/state.js";
import { pushContext } from "./send.js";

export interface Interrupted extends FileOutcome {
  readonly entry: JournalEntry;
}

/**
 * Finds out the outcome of updates that an earlier run left open, and reports it. Sends nothing.
 * @returns those whose outcome is still unknown. They stay in the journal until `forgetInterrupted`, or until an update
 * of the same connection succeeds.
 */
export async function verifyInterrupted(
  session: Session,
  files: readonly SetupFile[],
): Promise<readonly Interrupted[]> {
  // Without open updates, no writable place is needed.
  if ((await readJournal(session.state)).open.length === 0) return [];
  return withJournal(session.state, (journal) => verifyOpen(session, files, journal));
}

export async function forgetInterrupted(session: Session, over: readonly Interrupted[]): Promise<void> {
  if (over.length > 0) await withJournal(session.state, (journal) => journal.forget(over.map(({ entry }) => entry)));
}

async function verifyOpen(
  session: Session,
  files: readonly SetupFile[],
  journal: PushJournal,
): Promise<readonly Interrupted[]> {
  const { tenants, progress, io } = session;
  // A later update to the same connection was only sent because someone accepted the unknown outcome.
  await journal.forget(journal.open.filter((entry) => journal.lastTo(entry)?.push !== entry.push));
  const { open } = journal;
  if (open.length === 0) return [];
  progress.say(
    `${open.length === 1 ? "One update" : `${open.length} updates`} of an earlier run may have been interrupted. Checking ${open.length === 1 ? "its outcome" : "their outcomes"}.`,
  );
  const wanted = tenants.filter(({ origin }) => open.some((entry) => entry.origin === origin));
  const accesses = session.access(wanted);
  const serviceOf = (origin: string) => accesses.find(({ tenant }) => tenant.origin === origin)?.client;
  const results = await settled(
    await checkSentPushes(open, serviceOf, pushContext(session, journal, files), { stopVerifying: io.stopping }),
  );
  const told = open.flatMap((entry, at) => {
    const result = results[at];
    return result ? [{ ...fileOutcome(result, files), entry }] : [];
  });
  for (const { file, text } of told) progress.say(`${file}: ${text}`);
  return told.filter(({ counts }) => counts === "open");
}
