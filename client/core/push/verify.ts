import { isServiceError, type ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { systemClock, type Clock } from "../service/calls/wait.js";
import { compareRecords, stateOf, type RecordState } from "./drift.js";
import { isClosed, readRecord, type ListService, type ReadOptions } from "./readRecord.js";

/** What is known about an update whose answer was lost. */
export interface LostUpdate {
  readonly id: string;
  /** The record just before sending; undefined where it is not known. */
  readonly before?: RecordState | undefined;
  /** The name that was sent, if one was. */
  readonly sentName?: string | undefined;
}

/** The record as a look found it. */
interface Seen {
  readonly record: ConnectionRecord;
  readonly page: number;
}

/** Whether an update whose answer was lost took effect. */
export type Verdict =
  /** The record changed, and has the name that was sent, which it did not have before. */
  | ({ readonly kind: "applied" } & Seen)
  /** The record changed after sending. Someone else's change looks the same. */
  | ({ readonly kind: "probablyApplied" } & Seen)
  /** The record is as it was, long enough after sending. */
  | ({ readonly kind: "notApplied" } & Seen)
  /** The record is as it was, or could not be read, so far. Looks are left. */
  | ({ readonly kind: "pending" } & Unsettled)
  | ({ readonly kind: "unknown" } & (
      | Unsettled
      | {
          readonly why: "notKnownBefore" | "changedByOthers" | "stopped" | "pushedAgain" | "signedOut" | "withdrawn";
          readonly error?: undefined;
        }
    ));

/** Why a look at the record settles nothing. */
interface Unsettled {
  readonly why: "unchanged" | "unreadable" | "notFound";
  readonly error?: ServiceError | undefined;
}

/**
 * When the record is looked at after a lost answer, in milliseconds after the
 * first look: at once, while the person waits; and in the background, since a
 * service may still be working on an update long after its answer was given up.
 */
export const VERIFY_DELAYS_MS: VerifyDelays = { now: [0, 2000], later: [10_000, 30_000, 60_000] };

/** When to look while somebody waits, and afterwards, in milliseconds after the first look. */
export interface VerifyDelays {
  readonly now: readonly number[];
  readonly later: readonly number[];
}

/** How the looks are bounded and ended. */
export interface VerifyOptions extends ReadOptions {
  readonly clock?: Clock | undefined;
  /** When to look, in milliseconds after `since`. */
  readonly delays?: readonly number[] | undefined;
  /** The moment of the first look, by the clock's `elapsed`; now if not given. */
  readonly since?: number | undefined;
  /** Whether the looks that are left are still wanted. */
  readonly isCurrent?: (() => boolean) | undefined;
  /** From which look on an unchanged record is proof, in milliseconds after `since`. If not given, looks are left after these. */
  readonly provenAfter?: number | undefined;
}

/**
 * Finds out whether an update took effect, by reading the record again and
 * comparing it with how it was just before sending. A look that fails leaves the
 * others. Never rejects, sends nothing.
 */
export async function verifyUpdate(
  service: ListService,
  lost: LostUpdate,
  options: VerifyOptions = {},
): Promise<Verdict> {
  const { clock = systemClock, delays = VERIFY_DELAYS_MS.now, signal, provenAfter = Infinity } = options;
  const since = options.since ?? clock.elapsed();
  let last: Unsettled = { why: "unreadable" };
  for (const delay of delays) {
    try {
      const wait = since + delay - clock.elapsed();
      if (wait > 0) await clock.sleep(wait, signal);
      if (options.isCurrent?.() === false) return { kind: "unknown", why: "pushedAgain" };
      const read = await readRecord(service, lost.id, options);
      const verdict = read.found ? judge(lost, { record: read.record, page: read.page }) : undefined;
      if (verdict && (verdict.kind !== "notApplied" || delay >= provenAfter)) return verdict;
      last = { why: verdict ? "unchanged" : "notFound" };
    } catch (error) {
      if (signal?.aborted === true) return { kind: "unknown", why: "stopped" };
      last = { why: "unreadable", ...(isServiceError(error) && { error }) };
      if (last.error && isClosed(last.error)) return { kind: "unknown", why: "withdrawn" };
    }
  }
  return provenAfter === Infinity ? { kind: "pending", ...last } : { kind: "unknown", ...last };
}

/** What one look tells. */
function judge({ before, sentName }: LostUpdate, seen: Seen): Exclude<Verdict, { kind: "pending" }> {
  const drift = compareRecords(before, stateOf(seen.record));
  if (before === undefined || drift.kind === "unknown") return { kind: "unknown", why: "notKnownBefore" };
  if (drift.kind === "same") return { kind: "notApplied", ...seen };
  // Another name than the one that was sent is not ours: somebody else changed the record, before or after this push.
  if (sentName !== undefined && seen.record.name !== sentName) return { kind: "unknown", why: "changedByOthers" };
  return { kind: sentName !== undefined && before.name !== sentName ? "applied" : "probablyApplied", ...seen };
}
