import type { RecordState } from "../push/drift.js";
import type { Session } from "../tenants/session.js";
import type { Sessions } from "../tenants/sessions.js";
import type { Remembered } from "./fileMemory.js";

/**
 * The tenant a push of a setup file goes to without asking: the one the file
 * names, the one that is remembered for it, or the only one there is.
 * @param host as the file names it; undefined where it names none.
 */
export function tenantOfFile(
  sessions: Pick<Sessions, "all" | "withHost" | "withOrigin">,
  host: string | undefined,
  remembered: Pick<Remembered, "origin"> | undefined,
): Session | undefined {
  if (host !== undefined) return sessions.withHost(host);
  const known = remembered && sessions.withOrigin(remembered.origin);
  return known ?? (sessions.all.length === 1 ? sessions.all[0] : undefined);
}

/**
 * A connection as it was last seen for a setup file: its row, if that is loaded,
 * or else what is remembered. Two tenants may have connections of the same id.
 * @param host of the tenant the file names; undefined where it names none.
 */
export function lastSeen(
  id: string,
  session: Session | undefined,
  remembered: Pick<Remembered, "id" | "origin" | "record"> | undefined,
  host?: string,
): RecordState | undefined {
  const row = session?.store.find(id);
  if (row || remembered?.id !== id) return row;
  const isSameTenant = session
    ? remembered.origin === session.tenant.origin
    : host === undefined || new URL(remembered.origin).host === host.toLowerCase();
  return isSameTenant ? remembered.record : undefined;
}
