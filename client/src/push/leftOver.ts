import type { JournalEntry, PushJournal } from "./journal.js";
import type { ListService } from "./readRecord.js";
import { verifyUpdate, type Verdict, type VerifyOptions } from "./verify.js";

/**
 * Finds out what became of a push that was interrupted, as by a window reload,
 * or whose outcome could not be found out then. Sends nothing. Where the outcome
 * is known now, the push is no longer open.
 */
export async function checkLeftOver(entry: JournalEntry, service: ListService, journal: PushJournal, options: Omit<VerifyOptions, "page"> = {}): Promise<Verdict> {
  const { id, before, sentName, page } = entry;
  const verdict = await verifyUpdate(service, { id, before, sentName }, { ...options, page });
  if (verdict.kind !== "unknown") await journal.end(entry);
  return verdict;
}
