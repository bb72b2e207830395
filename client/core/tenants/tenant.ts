import { isDeepStrictEqual } from "node:util";
import type { Values } from "../service/signIn/method.js";

/** A tenant as the setting `vaultconn.tenants` describes it. */
export interface Tenant {
  /** The name people see; the host where the setting gives none. */
  readonly name: string;
  /** The base address without a trailing slash, such as `https://acme.example.com/api/v2`. */
  readonly baseUrl: string;
  /** Scheme, host and port: what credentials are kept under, and what nothing is ever sent outside of. */
  readonly origin: string;
  /** The host with the port if there is one: what a setup file calls `tenant`. */
  readonly host: string;
  /** Where tokens are asked for, without the path of the token endpoint; the origin where the setting gives none. */
  readonly authUrl: string;
  /** What the setting says about signing in, by the names of the methods' fields; nothing empty. */
  readonly signIn: Values;
  /** A push asks twice. */
  readonly production: boolean;
  /** A push is refused. */
  readonly readOnly: boolean;
  /** Whether it was given by the environment for this window rather than by the settings. */
  readonly local: boolean;
}

/** Whether two descriptions are of the same tenant in every respect. */
export function sameTenant(a: Tenant, b: Tenant): boolean {
  return isDeepStrictEqual(a, b);
}
