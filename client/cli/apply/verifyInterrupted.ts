import { checkSentPushes } from "../../src/push/verifyPush.js";
import type { JournalEntry, PushJournal } from "../../src/push/journal.js";
import type { SetupFile } from "../files/readFiles.js";
import type { Session } from "../plan/session.js";
import { readJournal, withJournal } from "../state/state.js";
import { pushContext } from "./context.js";
import { fileOutcome, settled, type FileOutcome } from "./results.js";

/** What can be told of an update once and for all: nothing that is found out later would change it. */
const FINAL: ReadonlySet<string> = new Set(["changedByOthers", "notKnownBefore", "pushedAgain"]);

/**
 * Finds out the outcome of updates that an earlier run was in the middle of, and says so. Nothing is sent.
 * What nobody will ever know is told once.
 */
export async function verifyInterrupted(
  session: Session,
  files: readonly SetupFile[],
): Promise<readonly FileOutcome[]> {
  // Who only reads, and has nothing to find out, needs no place to write.
  if ((await readJournal(session.state)).open.length === 0) return [];
  return withJournal(session.state, (journal) => verifyOpen(session, files, journal));
}

async function verifyOpen(
  session: Session,
  files: readonly SetupFile[],
  journal: PushJournal,
): Promise<readonly FileOutcome[]> {
  const { tenants, progress, io } = session;
  const { open } = journal;
  if (open.length === 0) return [];
  progress.say(
    `${open.length === 1 ? "One update" : `${open.length} updates`} of an earlier run may have been cut off. Finding out ${open.length === 1 ? "its outcome" : "their outcomes"}.`,
  );
  const wanted = tenants.filter(({ origin }) => open.some((entry) => entry.origin === origin));
  const accesses = session.access(wanted);
  const serviceOf = (origin: string) => accesses.find(({ tenant }) => tenant.origin === origin)?.client;
  const results = await settled(
    await checkSentPushes(open, serviceOf, pushContext(session, journal, files), { stopVerifying: io.stopping }),
  );
  const told = results.map((result) => fileOutcome(result, files));
  for (const { file, text } of told) progress.say(`${file}: ${text}`);
  const gone = results.flatMap(({ outcome, entry }): JournalEntry[] =>
    entry && outcome.kind === "unknown" && FINAL.has(outcome.why) ? [entry] : [],
  );
  await journal.forget(gone);
  return told;
}
