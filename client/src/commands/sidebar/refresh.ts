import { asNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";
import { refreshSessions } from "./refreshSessions.js";

/** Reads the connections again: of one tenant where a row of it is given, otherwise of all that are signed in. */
export async function refresh(
  services: Pick<Services, "sessions" | "sidebar" | "log">,
  argument?: unknown,
): Promise<void> {
  const chosen = asNode(argument)?.session;
  await refreshSessions(services, chosen ? [chosen] : services.sessions.all);
}
