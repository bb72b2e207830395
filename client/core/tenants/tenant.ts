import { isDeepStrictEqual } from "node:util";
import type { Values } from "../service/signIn/method.js";

export interface Tenant {
  /** The host if the setting gives none. */
  readonly name: string;
  /** Without a trailing slash, such as `https://acme.example.com/api/v2`. */
  readonly baseUrl: string;
  /** Scheme, host and port. Credentials are kept under it, and nothing is sent outside of it. */
  readonly origin: string;
  /** With the port, if there is one. Setup files call it `tenant`. */
  readonly host: string;
  /** Without the path of the token endpoint; the origin if the setting gives none. */
  readonly authUrl: string;
  /** By the names of the methods' fields; nothing empty. */
  readonly signIn: Values;
  /** A push asks twice. */
  readonly production: boolean;
  readonly readOnly: boolean;
  /** What coding agents may do with the tenant: list its connections, or nothing. */
  readonly agentAccess?: "list";
  /** Set by the environment for this window rather than by the settings. */
  readonly local: boolean;
}

export function sameTenant(a: Tenant, b: Tenant): boolean {
  return isDeepStrictEqual(a, b);
}
