import { isSameConnection } from "../../core/connections/connectionKey.js";
import type { JournalEntry } from "../../core/push/journal.js";
import type { Remembered } from "./fileMemory.js";

/**
 * Whether a push whose outcome is not known is the last that is known of its
 * file. It is not where the file was pushed to another connection, or compared
 * with it, since.
 */
export function isLastPush(
  push: Pick<JournalEntry, "origin" | "id" | "startedAt">,
  remembered: Remembered | undefined,
): boolean {
  if (!remembered || isSameConnection(remembered, push)) return true;
  return (remembered.record?.at ?? 0) <= push.startedAt;
}
