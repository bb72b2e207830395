import type { ConnectionKey, NamedConnection } from "../../core/connections/connectionKey.js";
import type { LockEntry } from "../../core/lock/lockEntries.js";
import { tenantFor } from "../../core/planning/assignFiles.js";
import type { Sessions } from "../tenants/sessions.js";

export type LockKey = Pick<LockEntry, "tenant" | "id">;

/**
 * A file's connection as lock files name it, with the tenant that a push goes to.
 * @param named the connection that the file names.
 */
export function keyInLock(
  { all }: Pick<Sessions, "all">,
  remembered: ConnectionKey | undefined,
  named: NamedConnection | undefined,
): LockKey | undefined {
  if (remembered) return { id: remembered.id, tenant: new URL(remembered.origin).host };
  const only = () =>
    tenantFor(
      undefined,
      all.map(({ tenant }) => tenant),
    )?.host;
  const tenant = named?.tenant ?? only();
  return named && tenant !== undefined ? { id: named.id, tenant } : undefined;
}
