import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";

/** Reads the connections again: of one tenant where a row of it is given, otherwise of all that are signed in. */
export async function refresh({ sessions }: Services, argument?: unknown): Promise<void> {
  const chosen = asNode(argument)?.session;
  const wanted = chosen ? [chosen] : sessions.all;
  await Promise.all(wanted.filter(({ signedIn }) => signedIn).map(({ store }) => store.refresh()));
}
