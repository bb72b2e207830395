import { parseBaseUrl } from "../service/origin.js";
import { readEntry } from "./entry.js";
import type { Tenant } from "./tenant.js";

/** The variable that names a service on this machine, for development and demonstrations. */
const VARIABLE = "VAULTCONN_LOCAL_SERVICE";

/** A tenant that is signed in for as long as this window is open. */
export interface LocalService {
  readonly tenant: Tenant;
  readonly accessToken: string;
}

/**
 * The service on this machine that whoever started VS Code named in the
 * environment: the JSON line a stand-in for the service prints when it listens,
 * with `baseUrl`, `accessToken` and whatever else an entry of the setting may
 * have. Any address that is not loopback is ignored, so nothing leaves the
 * machine on its account.
 */
export function localService(environment: NodeJS.ProcessEnv): LocalService | undefined {
  const value = readObject(environment[VARIABLE]);
  const { baseUrl, accessToken } = value;
  if (typeof baseUrl !== "string" || typeof accessToken !== "string") return undefined;
  const address = parseBaseUrl(baseUrl);
  const parsed = readEntry({ ...value, authUrl: undefined, clientId: undefined }, true);
  return address.ok && address.value.loopback && parsed.ok ? { tenant: parsed.value, accessToken } : undefined;
}

function readObject(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
