import type { FileStateLens, FileStateParams, FileStateResult } from "../../../server/protocol/messages.js";
import { plainText } from "../plainText.js";
import type { Sessions } from "../tenants/sessions.js";
import type { Session } from "../tenants/session.js";

/** What stands above a setup file: where a push goes to, and how the connection is. */
export function fileState(sessions: Sessions, { uri, id, tenant }: FileStateParams): FileStateResult {
  const session = tenant === undefined ? onlySession(sessions) : sessions.withHost(tenant);
  const push = { command: "vaultconn.push", arguments: [uri] };
  if (!session) return { lenses: [{ text: tenant === undefined ? "Push…" : `Push (${plainText(tenant)} is not among your tenants)`, ...push }] };
  const connection = id === undefined ? undefined : session.store.find(id);
  const target = connection ? ` · ${plainText(connection.name)}` : "";
  return { lenses: [{ text: `Push to ${session.tenant.name}${target}`, ...push }, ...connectionLens(session, id)] };
}

function connectionLens(session: Session, id: string | undefined): FileStateLens[] {
  if (id === undefined) return [{ text: "no connection chosen yet" }];
  const connection = session.store.find(id);
  if (!connection) return [];
  return [{ text: connection.ready ? "ready" : "not ready" }];
}

function onlySession({ all }: Sessions): Session | undefined {
  return all.length === 1 ? all[0] : undefined;
}
