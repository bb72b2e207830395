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

/** A connection as it was last seen for a setup file: its row, if that is loaded, or else what is remembered. */
export function lastSeen(
  id: string,
  session: Session | undefined,
  remembered: Pick<Remembered, "id" | "record"> | undefined,
): RecordState | undefined {
  return session?.store.find(id) ?? (remembered?.id === id ? remembered.record : undefined);
}
