import type { JournalEntry } from "../push/journal.js";
import type { Remembered } from "./fileMemory.js";

/**
 * Whether a push whose outcome is not known is the last that is known of its
 * file. It is not where the file was pushed to another connection, or compared
 * with it, since.
 */
export function isLastPush({ origin, id, startedAt }: Pick<JournalEntry, "origin" | "id" | "startedAt">, remembered: Remembered | undefined): boolean {
  const same = remembered?.origin === origin && remembered.id === id;
  return same || (remembered?.record?.at ?? 0) <= startedAt;
}
