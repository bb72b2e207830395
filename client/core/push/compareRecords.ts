import * as l10n from "@vscode/l10n";
import type { ConnectionRecord } from "../service/operations/records.js";
import { markOf, type RecordMark } from "../lock/lockEntries.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { formatRelativeTime, parseTime } from "../text/formatTime.js";
import type { Drift, Drifted, RecordState, RememberedRecord } from "./pushTypes.js";

export function stateOf(record: ConnectionRecord): RecordState {
  return { name: record.name, ready: record.ready ?? false, ...markOf(record) };
}

export function remember(record: ConnectionRecord): RememberedRecord {
  return { ...stateOf(record), at: Date.now() };
}

/** @returns undefined if the remembered state was outdated or readiness changed. */
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
  const [since, at] = [parseTime(before.updated_at), parseTime(now.updated_at)];
  const isAlike = isRounded(since, at);
  const isSameTime = before.updated_at === now.updated_at || (now.fingerprint !== "" && isAlike);
  const properties = ["name", "ready", "fingerprint"] as const;
  if (!isSameTime || properties.some((property) => before[property] !== now[property])) {
    const isBehind = since !== undefined && at !== undefined && at < since && !isAlike;
    return isBehind ? { kind: "behind" } : { kind: "changed", before, now, at };
  }
  // Equality proves nothing if the record lacks required fields, which some services omit.
  return now.fingerprint === "" && now.updated_at === "" ? { kind: "unknown" } : { kind: "same" };
}

/** Some services answer an update with milliseconds, and list whole seconds. */
function isRounded(one = NaN, other = NaN): boolean {
  return Math.abs(one - other) < 1000 && (one % 1000 === 0 || other % 1000 === 0);
}

/** A record hasn't drifted if it matches the lock file or the state last seen on this machine. */
export function driftSince(
  { remembered, locked }: { readonly remembered?: RecordState | undefined; readonly locked?: RecordMark | undefined },
  now: RecordState,
): Drift {
  const since = compareRecords(remembered, now);
  if (!locked || since.kind === "same") return since;
  const { fingerprint, updated_at } = locked;
  const sinceLocked = compareRecords({ ...now, fingerprint, updated_at }, now);
  if (sinceLocked.kind === "same" || since.kind === "unknown") return sinceLocked;
  return sinceLocked.kind === "changed" || since.kind === "behind" ? since : sinceLocked;
}

/**
 * Describes changes of name and readiness. If neither changed, it was the setup or something else that the list doesn't
 * show. Fingerprints aren't shown because they mean nothing to users.
 */
export function describeDrift({ before, now }: Pick<Drifted, "before" | "now">): readonly string[] {
  const lines: string[] = [];
  const names = [before, now].map(({ name }) => sanitizeText(name, 150));
  if (before.name !== now.name)
    lines.push(
      names[0] === names[1]
        ? l10n.t("The name changed, but looks the same.")
        : l10n.t("The name changed from “{0}” to “{1}”.", ...names),
    );
  if (before.ready !== now.ready)
    lines.push(
      now.ready ? l10n.t("It changed from not ready to ready.") : l10n.t("It changed from ready to not ready."),
    );
  if (lines.length > 0) return lines;
  return [
    before.fingerprint === now.fingerprint
      ? l10n.t("It was updated without a visible change.")
      : l10n.t(
          "The name and readiness are unchanged. The setup, or something else that the service doesn't show, changed.",
        ),
  ];
}

export function changedOnService({ at }: Pick<Drifted, "at">, connection: string): string {
  return at === undefined
    ? l10n.t("{0} changed on the service.", connection)
    : l10n.t("{0} changed on the service {1}.", connection, timeInWords(at));
}

export function behindOnService(connection: string): string {
  return l10n.t(
    "The service lists an earlier state of {0} than the last known one. It's behind, or went back to that state.",
    connection,
  );
}

export function changedSinceFile({ at }: Pick<Drifted, "at">, connection: string): string {
  if (at === undefined) return changedOnService({ at }, connection);
  const when = timeInWords(at);
  return l10n.t(
    "{0} changed on the service {1}, after this file was last pushed, compared, or created.",
    connection,
    when,
  );
}

function timeInWords(at: number): string {
  const now = Date.now();
  return now - at < 60_000 ? l10n.t("just now") : formatRelativeTime(at, now);
}
