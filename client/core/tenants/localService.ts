import { parseBaseUrl } from "../service/origin.js";
import type { Credential } from "../service/signIn/method.js";
import { readEntry } from "./entry.js";
import type { Tenant } from "./tenant.js";

/** The variable that names a service on this machine, for development and demonstrations. */
const VARIABLE = "VAULTCONN_LOCAL_SERVICE";

/** A tenant that is signed in for as long as this window is open. */
export interface LocalService {
  readonly tenant: Tenant;
  readonly credential: Credential;
}

/**
 * The service on this machine that whoever started VS Code named in the
 * environment: the JSON line a stand-in for the service prints when it listens,
 * with `baseUrl` and `accessToken`, and a name and marks as in an entry of the
 * setting. Any address that is not loopback is ignored, so nothing leaves the
 * machine on its account.
 */
export function localService(environment: NodeJS.ProcessEnv): LocalService | undefined {
  const value = readObject(environment[VARIABLE]);
  const { baseUrl, accessToken } = value;
  if (typeof baseUrl !== "string" || typeof accessToken !== "string") return undefined;
  const address = parseBaseUrl(baseUrl);
  const { name, production, readOnly } = value;
  const parsed = readEntry({ baseUrl, name, production, readOnly }, true);
  return address.ok && address.value.loopback && parsed.ok
    ? { tenant: parsed.value, credential: { kind: "accessToken", accessToken } }
    : undefined;
}

function readObject(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
