import type { BaseUrl } from "../service/origin.js";
import type { Values } from "../service/signIn/method.js";

export interface Tenant extends BaseUrl {
  /** The host by default. */
  readonly name: string;
  /** Without the token endpoint's path. The origin by default. */
  readonly authUrl: string;
  /** Non-empty values by field name. */
  readonly signIn: Values;
  /** Pushes need an additional confirmation. */
  readonly production: boolean;
  readonly readOnly: boolean;
  /** Whether coding agents may list connections. By default, they can't use the tenant. */
  readonly agentAccess?: "list";
  /** Whether `vaultconn apply` sends to it in a coding agent's shell. */
  readonly allowAgents?: true;
  /** The address of a connection's page in the service's dashboard, with `{id}` and `{app}`. */
  readonly dashboardUrl?: string | undefined;
  /** Whether it's from this window's environment rather than from settings. */
  readonly local: boolean;
}
