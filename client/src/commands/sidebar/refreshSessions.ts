import type { Services } from "../../services.js";
import type { Session } from "../../tenants/session.js";
import { showServiceError } from "../showServiceError.js";

/** Reads the connections of tenants again, of those that are signed in. */
export async function refreshSessions(
  services: Pick<Services, "sessions" | "sidebar" | "log">,
  wanted: readonly Session[],
): Promise<void> {
  const { sessions, sidebar } = services;
  await Promise.all(wanted.filter(({ signedIn }) => signedIn).map(({ store }) => store.refresh()));
  // Where there are no rows, none names the reason: the welcome's text is the same for several.
  const [only] = sessions.all;
  const failure = only?.store.snapshot.failure;
  if (only && failure !== undefined && sidebar.state !== "rows") void showServiceError(services, only, failure);
}
