import { markOf, type LockEntry } from "../../core/lock/lockEntry.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { formatIso } from "../../core/text/formatTime.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import type { SetupFile } from "../files/readFiles.js";
import type { ReadTenant } from "../plan/access.js";

/** One respect in which the service is not what the lock file and the files say. */
export interface Finding {
  /** `unknown`: the list moved while it was read, or ends where the interface cannot follow, so nothing is proven by not finding it. */
  readonly kind: "changed" | "gone" | "notReady" | "unmanaged" | "unknown";
  readonly tenant: string;
  readonly id: string;
  /** The connection's name, where it is still there. */
  readonly name?: string;
  /** When the record was last changed, in ISO 8601; empty where the service does not say. */
  readonly updated_at?: string;
}

/** A tenant with its list. */
export interface ReadList {
  readonly tenant: Tenant;
  readonly list: Pick<ReadTenant, "records" | "end">;
}

/**
 * Compares lists with the lock file.
 * @param files those that manage connections; undefined where that is not asked about.
 * @returns findings by tenant and id.
 */
export function findDrift(
  entries: readonly LockEntry[],
  lists: readonly ReadList[],
  files: readonly SetupFile[] | undefined,
): readonly Finding[] {
  const findings = lists.flatMap(({ tenant: { host }, list }) => {
    const locked = entries.filter(({ tenant }) => tenant === host).flatMap((entry) => about(entry, list));
    return files ? [...locked, ...unmanaged(host, list, files, lists.length === 1)] : locked;
  });
  return findings.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function about(entry: LockEntry, { records, end }: ReadList["list"]): Finding[] {
  const record = records.get(entry.id);
  const { tenant, id } = entry;
  if (!record) {
    const whole = end.reason === "end" && end.dropped === 0 && (end.total === undefined || end.total === end.loaded);
    return [{ kind: whole ? "gone" : "unknown", tenant, id }];
  }
  const mark = markOf(record);
  const changed = mark.fingerprint !== entry.fingerprint || mark.updated_at !== entry.updated_at;
  return [
    ...(changed ? [{ kind: "changed", ...told(record, tenant) } as const] : []),
    ...(record.ready ? [] : [{ kind: "notReady", ...told(record, tenant) } as const]),
  ];
}

function unmanaged(host: string, { records }: ReadList["list"], files: readonly SetupFile[], only: boolean): Finding[] {
  const managed = new Set(
    files.flatMap(({ inspected: { id, tenant } }) =>
      id && (tenant ? tenant.value.toLowerCase() === host : only) ? [id.value] : [],
    ),
  );
  return [...records.values()]
    .filter(({ id }) => !managed.has(id))
    .map((record) => ({ kind: "unmanaged", ...told(record, host) }) as const);
}

function told({ id, name, updated_at }: ConnectionRecord, tenant: string): Omit<Finding, "kind"> {
  return { tenant, id, name, updated_at: formatIso(updated_at) };
}

function keyOf({ tenant, id, kind }: Finding): string {
  return `${tenant} ${id} ${kind}`;
}
