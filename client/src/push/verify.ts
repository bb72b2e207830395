import { isServiceError, type ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { systemClock, type Clock } from "../service/calls/wait.js";
import { compareRecords, type RecordState } from "./drift.js";
import { readRecord, type ListService, type ReadOptions } from "./readRecord.js";

/** What is known about an update whose answer was lost. */
export interface LostUpdate {
  readonly id: string;
  /** The record just before sending; undefined where it is not known. */
  readonly before: RecordState | undefined;
  /** The name that was sent, if one was. */
  readonly sentName: string | undefined;
}

/** Whether an update whose answer was lost took effect. */
export type Verdict =
  /** The record changed, and has the name that was sent, which it did not have before. */
  | { readonly kind: "applied"; readonly record: ConnectionRecord; readonly page: number }
  /** The record changed after sending. Someone else's change looks the same. */
  | { readonly kind: "probablyApplied"; readonly record: ConnectionRecord; readonly page: number }
  /** The record is as it was. */
  | { readonly kind: "notApplied"; readonly record: ConnectionRecord; readonly page: number }
  | {
      readonly kind: "unknown";
      readonly why: "unreadable" | "notFound" | "notKnownBefore" | "stopped";
      readonly error?: ServiceError;
    };

/** How the search for what became of an update is bounded and ended. */
export interface VerifyOptions extends ReadOptions {
  readonly clock?: Clock | undefined;
  /**
   * How long to wait before each look, in milliseconds. An update that is still
   * being worked on when its answer is given up shows only later, so a record
   * that is unchanged is looked at once more.
   */
  readonly looks?: readonly number[] | undefined;
}

const LOOKS = [0, 2000];

/**
 * Finds out whether an update took effect, by reading the record again and
 * comparing it with how it was just before sending. Never rejects, sends nothing.
 */
export async function verifyUpdate(
  service: ListService,
  lost: LostUpdate,
  options: VerifyOptions = {},
): Promise<Verdict> {
  const { clock = systemClock, looks = LOOKS, signal } = options;
  let verdict: Verdict = { kind: "unknown", why: "unreadable" };
  for (const milliseconds of looks) {
    try {
      if (milliseconds > 0) await clock.sleep(milliseconds, signal);
      const read = await readRecord(service, lost.id, options);
      verdict = read.found ? judge(lost, read.record, read.page) : { kind: "unknown", why: "notFound" };
    } catch (error) {
      if (signal?.aborted === true) return { kind: "unknown", why: "stopped" };
      return { kind: "unknown", why: "unreadable", ...(isServiceError(error) && { error }) };
    }
    if (verdict.kind !== "notApplied") return verdict;
  }
  return verdict;
}

function judge({ before, sentName }: LostUpdate, record: ConnectionRecord, page: number): Verdict {
  const drift = compareRecords(before, record);
  if (before === undefined || drift.kind === "unknown") return { kind: "unknown", why: "notKnownBefore" };
  if (drift.kind === "same") return { kind: "notApplied", record, page };
  const renamed = sentName !== undefined && before.name !== sentName && record.name === sentName;
  return { kind: renamed ? "applied" : "probablyApplied", record, page };
}
