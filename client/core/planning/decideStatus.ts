import type { LockEntry, RecordMark } from "../lock/lockEntries.js";
import { holdsValues } from "../lock/maskedDigest.js";
import type { Drift, PlannedFile } from "../push/pushTypes.js";

/** What's known of an update once its connection has been read. */
export interface Compared {
  readonly inspected: PlannedFile;
  /** By `maskedDigest`. */
  readonly digest?: string | undefined;
  readonly drift: Drift;
  readonly locked: LockEntry | undefined;
  /** An earlier update whose outcome isn't known. */
  readonly earlier: { readonly before?: RecordMark | undefined } | undefined;
  /** Whether the file is as it was last pushed from this machine; if undefined, the lock file decides. */
  readonly isUnchanged?: boolean | undefined;
}

/**
 * Decides what a push would do with a file whose connection was found.
 * @param acceptDrift also update connections that someone else changed, or that an earlier run may have updated.
 * @param all also update from unchanged files.
 */
export function decideStatus(compared: Compared, acceptDrift = false, all = false) {
  const { inspected, digest, drift, locked, isUnchanged } = compared;
  if (!acceptDrift && isUnknown(compared)) return "unknown";
  if (!acceptDrift && drift.kind === "changed") return "drifted";
  const isSame = isUnchanged ?? (locked?.digest === digest && !holdsValues(inspected));
  return drift.kind === "same" && isSame && !all ? "unchanged" : "update";
}

/** Whether the outcome of an earlier update is still unknown. It isn't if the lock file has the connection's later state. */
export function isUnknown({ earlier, drift, locked }: Pick<Compared, "earlier" | "drift" | "locked">): boolean {
  if (!earlier) return false;
  const { before } = earlier;
  const isLater = locked?.fingerprint !== before?.fingerprint || locked?.updated_at !== before?.updated_at;
  return !(drift.kind === "same" && locked && isLater);
}

const NOT_FOUND = "The connection wasn't found, and the list changed while it was being read. Try again.";

/** @param part of the list that the service listed, such as "50 of 120". */
export function notFoundBecause(part: string | undefined): string {
  return part === undefined ? NOT_FOUND : `The service listed only ${part} connections, and this one isn't among them.`;
}
