import { systemClock } from "../service/calls/wait.js";
import { countsAs } from "./outcomes.js";
import type { PushContext, PushResult } from "./run.js";

/** A window of another workspace has stopped looking at a push so long after it was sent, in milliseconds. */
const LOOKED_AT_MS = 300_000;

/**
 * Keeps how a push ended: in the journal, in the history, and in what is known
 * of rows and files. The journal is told first and keeps the outcome until the
 * history is sure to have it, so that a window that ends in between leaves a
 * trace. Never rejects.
 * @returns the same, of the file where it is now.
 */
export async function recordResult(
  ended: PushResult,
  { journal, history, keep, remember }: PushContext,
): Promise<PushResult> {
  const { outcome } = ended;
  const entry = ended.entry && journal.asNow(ended.entry);
  const result = entry ? { ...ended, entry, subject: { ...ended.subject, file: entry.file } } : ended;
  await keep?.(result);
  if (entry) {
    // As long as nobody knows the outcome, the next start asks again.
    if (outcome.kind === "unknown") journal.leave(entry);
    else if (outcome.kind !== "pending") await journal.end(entry, outcome.kind);
    await history.add({ ...entry, time: entry.startedAt, outcome: outcome.kind });
  }
  await remember?.(result);
  return result;
}

/**
 * Writes into the history what an earlier window may not have got to: pushes, how those ended that it calls open, and
 * that nobody looks any more at those that have not ended. Windows of other workspaces share the history, and look at
 * their own.
 */
export async function restoreHistory({
  journal,
  history,
  clock = systemClock,
}: Pick<PushContext, "journal" | "history" | "clock">): Promise<void> {
  const known = new Set(
    history.lines.filter((line) => countsAs({ kind: line.outcome }) !== "open").map(({ push }) => push),
  );
  for (const { outcome, ...entry } of journal.ended)
    if (outcome && !known.has(entry.push)) await history.add({ ...entry, time: entry.startedAt, outcome });
  const mine = new Set(journal.open.map(({ push }) => push));
  for (const line of history.lines) {
    const isLeft = (line.push !== undefined && mine.has(line.push)) || clock.now() - line.time > LOOKED_AT_MS;
    if (line.outcome === "pending" && isLeft) await history.add({ ...line, outcome: "unknown" });
  }
}
