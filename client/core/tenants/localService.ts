import { isObject, parseJson } from "../text/json.js";
import { isLoopback } from "../service/origin.js";
import type { Credential } from "../service/signIn/method.js";
import { readEntry } from "./entry.js";
import type { Tenant } from "./tenant.js";

const VARIABLE = "VAULTCONN_LOCAL_SERVICE";

/** A tenant that's signed in while the window is open. */
export interface LocalService {
  readonly tenant: Tenant;
  readonly credential: Credential;
}

/**
 * Reads the JSON line that a development service prints when it starts: `baseUrl`, `accessToken` and, as in settings,
 * `name`, `production`, `readOnly` and `agentAccess`. Ignores addresses that aren't loopback.
 */
export function localService(environment: NodeJS.ProcessEnv): LocalService | undefined {
  const value = parseJson(environment[VARIABLE] ?? "");
  if (!isObject(value)) return undefined;
  const { baseUrl, accessToken, name, production, readOnly, agentAccess } = value;
  if (typeof accessToken !== "string") return undefined;
  const parsed = readEntry({ baseUrl, name, production, readOnly, agentAccess }, true);
  return parsed.ok && isLoopback(new URL(parsed.value.origin))
    ? { tenant: parsed.value, credential: { kind: "accessToken", accessToken } }
    : undefined;
}
