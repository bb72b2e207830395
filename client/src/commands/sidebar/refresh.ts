import { asNode } from "../../sidebar/nodes.js";
import { refreshSessions, type ErrorServices } from "../serviceErrors.js";

/** Reads the connections again: of one tenant where a row of it is given, otherwise of all that are signed in. */
export async function refresh(services: ErrorServices, argument?: unknown): Promise<void> {
  const chosen = asNode(argument)?.session;
  await refreshSessions(services, chosen ? [chosen] : services.sessions.all);
}
