import { countsAs } from "./outcomes.js";
import type { PushContext, PushResult } from "./run.js";

/**
 * Keeps how a push ended: in the journal, in the history, and in what is known
 * of rows and files. The journal is told first and keeps the outcome until the
 * history is sure to have it, so that a window that ends in between leaves a
 * trace. Never rejects.
 */
export async function recordResult(
  result: PushResult,
  { journal, history, keep, remember }: PushContext,
): Promise<PushResult> {
  const { entry, outcome } = result;
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
 * that nobody looks any more at those that have not ended.
 */
export async function restoreHistory({ journal, history }: Pick<PushContext, "journal" | "history">): Promise<void> {
  const known = new Set(
    history.lines.filter((line) => countsAs({ kind: line.outcome }) !== "open").map(({ push }) => push),
  );
  for (const { outcome, ...entry } of journal.ended)
    if (outcome && !known.has(entry.push)) await history.add({ ...entry, time: entry.startedAt, outcome });
  for (const line of history.lines) if (line.outcome === "pending") await history.add({ ...line, outcome: "unknown" });
}
