import type { Control } from "./http/exchange.js";
import { jsonReply } from "./http/reply.js";
import type { RequestLog } from "./http/request-log.js";

/** Where the control endpoint is: beside the interface's base path. */
const CONTROL_PATH = "/__control";

/** The environment variable that opens the control endpoint of `npm run service`. */
export const CONTROL_TOKEN_VARIABLE = "VAULTCONN_SERVICE_CONTROL_TOKEN";

/**
 * Asks a service in another process how many updates it received.
 *
 * @param origin scheme, host and port, as in its authUrl.
 * @param token the control token it was started with.
 */
export async function updatesReceived(origin: string, token: string): Promise<number> {
  const response = await fetch(origin + CONTROL_PATH, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The control endpoint answered ${response.status}.`);
  return ((await response.json()) as { readonly updates: number }).updates;
}

/** The control endpoint, for those who know the token. Its requests aren't recorded and meet no faults. */
export function createControl(requests: RequestLog, token: string): Control {
  return {
    path: CONTROL_PATH,
    answer: ({ headers }) =>
      headers.authorization === `Bearer ${token}`
        ? jsonReply(200, { updates: requests.all({ operation: "update" }).length })
        : jsonReply(403, { error: "The control token is wrong." }),
  };
}
