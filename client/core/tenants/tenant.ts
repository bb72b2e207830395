import type { Values } from "../service/signIn/method.js";

export interface Tenant {
  /** The host by default. */
  readonly name: string;
  /** Without a trailing slash, such as `https://acme.example.com/api/v2`. */
  readonly baseUrl: string;
  /** Scheme, host and port. It's the key of stored credentials, and nothing is sent elsewhere. */
  readonly origin: string;
  /** With the port, if there's one. Setup files call it `tenant`. */
  readonly host: string;
  /** Without the token endpoint's path. The origin by default. */
  readonly authUrl: string;
  /** Non-empty values by field name. */
  readonly signIn: Values;
  /** Pushes need an additional confirmation. */
  readonly production: boolean;
  readonly readOnly: boolean;
  /** Whether coding agents may list connections. By default, they can't use the tenant. */
  readonly agentAccess?: "list";
  /** The address of a connection's page in the service's dashboard, with `{id}` and `{app}`. */
  readonly dashboardUrl?: string | undefined;
  /** Whether it's from this window's environment rather than from settings. */
  readonly local: boolean;
}
