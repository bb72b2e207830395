import { asNode } from "../tenants/nodes.js";
import { refreshSessions, type ErrorServices } from "../tenants/serviceErrors.js";

/** Reads the connections again: of one tenant where a row of it is given, otherwise of all that are signed in. */
export async function refresh(services: ErrorServices, argument?: unknown): Promise<void> {
  const chosen = asNode(argument)?.session;
  await refreshSessions(services, chosen ? [chosen] : services.sessions.all);
}
