import * as l10n from "@vscode/l10n";
import type { ConnectionRecord } from "../service/operations/records.js";
import { markOf, type RecordMark } from "../lock/lockEntry.js";
import { sanitizeText } from "../text/sanitizeText.js";
import { formatRelativeTime, parseTime } from "../text/formatTime.js";

export interface RecordState extends RecordMark {
  readonly name: string;
  readonly ready: boolean;
}

export interface RememberedRecord extends RecordState {
  /** In milliseconds since the epoch. */
  readonly at: number;
  /** Counted from 0, in pages of `LARGEST_PAGE` records. */
  readonly page?: number;
}

/** Fingerprints are left out: their values mean nothing to a person. */
type RecordChange =
  | { readonly what: "name"; readonly before: string; readonly after: string }
  | { readonly what: "ready"; readonly before: boolean; readonly after: boolean }
  | { readonly what: "fingerprint" | "updated_at" };

export type Drift =
  | { readonly kind: "same" }
  | Drifted
  /** Nothing was remembered, or the record says too little to tell. */
  | { readonly kind: "unknown" };

export interface Drifted {
  readonly kind: "changed";
  readonly changes: readonly RecordChange[];
  /** In milliseconds since the epoch. */
  readonly at: number | undefined;
}

export function stateOf(record: ConnectionRecord): RecordState {
  return { name: record.name, ready: record.ready ?? false, ...markOf(record) };
}

/** @param now milliseconds since the epoch. */
export function remember(record: ConnectionRecord, now: number, page?: number): RememberedRecord {
  return { ...stateOf(record), at: now, ...(page !== undefined && { page }) };
}

/** @returns undefined if the remembered state was outdated, or more than the name has changed. */
export function carryOverRename(
  remembered: RememberedRecord | undefined,
  before: RecordState,
  after: RecordState,
): RememberedRecord | undefined {
  if (!remembered || before.ready !== after.ready || compareRecords(remembered, before).kind !== "same")
    return undefined;
  return { ...remembered, ...after };
}

export function compareRecords(before: RecordState | undefined, now: RecordState): Drift {
  if (!before) return { kind: "unknown" };
  const changes = changesBetween(before, now);
  if (changes.length > 0) return { kind: "changed", changes, at: parseTime(now.updated_at) };
  // A record without required fields (some services omit them) proves nothing by being equal.
  return now.fingerprint === "" && now.updated_at === "" ? { kind: "unknown" } : { kind: "same" };
}

export interface RecordBaseline {
  readonly remembered?: RecordState | undefined;
  readonly locked?: RecordMark | undefined;
}

/** A record that matches the lock file, or what was last seen on this machine, has not drifted. */
export function driftSince({ remembered, locked }: RecordBaseline, now: RecordState): Drift {
  const since = compareRecords(remembered, now);
  if (!locked || since.kind === "same") return since;
  const { fingerprint, updated_at } = locked;
  const sinceLocked = compareRecords({ ...now, fingerprint, updated_at }, now);
  return sinceLocked.kind === "changed" && since.kind === "changed" ? since : sinceLocked;
}

function changesBetween(before: RecordState, now: RecordState): readonly RecordChange[] {
  const changes: RecordChange[] = [];
  if (before.name !== now.name) changes.push({ what: "name", before: before.name, after: now.name });
  if (before.ready !== now.ready) changes.push({ what: "ready", before: before.ready, after: now.ready });
  if (before.fingerprint !== now.fingerprint) changes.push({ what: "fingerprint" });
  if (before.updated_at !== now.updated_at) changes.push({ what: "updated_at" });
  return changes;
}

/** If neither name nor readiness changed, it was the setup or something the list doesn't show. */
export function describeChanges({ changes }: Drifted): readonly string[] {
  const lines = changes.flatMap((change) => {
    if (change.what === "name")
      return l10n.t(
        "The name was “{0}” and is “{1}” now.",
        sanitizeText(change.before, 150),
        sanitizeText(change.after, 150),
      );
    if (change.what !== "ready") return [];
    return change.after ? l10n.t("It was not ready and is ready now.") : l10n.t("It was ready and is not ready now.");
  });
  if (lines.length > 0) return lines;
  const contents = changes.some(({ what }) => what === "fingerprint");
  return [
    contents
      ? l10n.t("Name and readiness are as before; the setup or something else the service does not show has changed.")
      : l10n.t("It was updated without a visible change."),
  ];
}

/** @param now milliseconds since the epoch. */
export function changedOnService({ at }: Drifted, connection: string, now: number): string {
  if (at === undefined) return l10n.t("{0} was changed on the service.", connection);
  return isJustNow(at, now)
    ? l10n.t("{0} was changed on the service just now.", connection)
    : l10n.t("{0} was changed on the service {1}.", connection, formatRelativeTime(at, now));
}

export function changedSinceFile({ at }: Drifted, connection: string, now: number): string {
  if (at === undefined)
    return l10n.t("{0} was changed on the service, after this file was last pushed, compared or created.", connection);
  if (isJustNow(at, now))
    return l10n.t(
      "{0} was changed on the service just now, after this file was last pushed, compared or created.",
      connection,
    );
  return l10n.t(
    "{0} was changed on the service {1}, after this file was last pushed, compared or created.",
    connection,
    formatRelativeTime(at, now),
  );
}

function isJustNow(at: number, now: number): boolean {
  return now - at < 60_000;
}
