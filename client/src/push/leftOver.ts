import pLimit from "p-limit";
import type { JournalEntry, PushJournal } from "./journal.js";
import type { ListService } from "./readRecord.js";
import { verifyUpdate, type Verdict, type VerifyOptions } from "./verify.js";

/**
 * Finds out what became of a push that was interrupted, as by a window reload,
 * or whose outcome could not be found out then. Sends nothing. Where the outcome
 * is known now, the push is no longer open.
 */
export async function checkLeftOver(
  entry: JournalEntry,
  service: ListService,
  journal: PushJournal,
  options: Omit<VerifyOptions, "page"> = {},
): Promise<Verdict> {
  const { id, before, sentName, page } = entry;
  const verdict = await verifyUpdate(service, { id, before, sentName }, { ...options, page });
  if (verdict.kind !== "unknown") await journal.end(entry);
  return verdict;
}

/** So many interrupted pushes are looked into at once. */
const AT_ONCE = 4;

/** An interrupted push, and what became of it. */
export interface CheckedLeftOver {
  readonly entry: JournalEntry;
  /** Undefined where its tenant is not there to be asked. */
  readonly verdict: Verdict | undefined;
}

/**
 * The same for many, a few at a time.
 * @param serviceOf the service of a tenant by its origin; undefined where the tenant is gone or signed out.
 * @returns one result for each, in the order given.
 */
export function checkLeftOvers(
  entries: readonly JournalEntry[],
  serviceOf: (origin: string) => ListService | undefined,
  journal: PushJournal,
  options: Omit<VerifyOptions, "page"> = {},
): Promise<readonly CheckedLeftOver[]> {
  const limit = pLimit(AT_ONCE);
  return Promise.all(
    entries.map((entry) =>
      limit(async () => {
        const service = serviceOf(entry.origin);
        return { entry, verdict: service && (await checkLeftOver(entry, service, journal, options)) };
      }),
    ),
  );
}
