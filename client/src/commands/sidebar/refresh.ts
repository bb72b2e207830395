import { asNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";
import { tell } from "../tell.js";

/** Reads the connections again: of one tenant where a row of it is given, otherwise of all that are signed in. */
export async function refresh(services: Services, argument?: unknown): Promise<void> {
  const { sessions, sidebar } = services;
  const chosen = asNode(argument)?.session;
  const wanted = chosen ? [chosen] : sessions.all;
  await Promise.all(wanted.filter(({ signedIn }) => signedIn).map(({ store }) => store.refresh()));
  // Where there are no rows, none names the reason: the welcome's text is the same for several.
  const [only] = sessions.all;
  const failure = only?.store.snapshot.failure;
  if (only && failure !== undefined && sidebar.state !== "rows") void tell(services, only, failure);
}
