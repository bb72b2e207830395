import { decodeJwt } from "jose";

/** The scope the update operation requires ("Authentication", 3). */
export const UPDATE_SCOPE = "update:flows_vault_connections";
/** The scope to suggest when listing is forbidden; whether it needs one is not documented. */
export const READ_SCOPE = "read:flows_vault_connections";

/** What an access token says of itself. */
export interface Claims {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
  /** How long it lives from its issue on, in milliseconds. */
  readonly lifetime: number | undefined;
  readonly scopes: ReadonlySet<string> | undefined;
}

/**
 * Reads a token's claims. Its signature is not verified: we have no key, and the
 * claims only serve to tell a person early what the service would refuse anyway.
 * @returns undefined for a token that is no JSON Web Token.
 */
export function readClaims(token: string): Claims | undefined {
  try {
    const { exp, iat, scope } = decodeJwt(token);
    const scopes = typeof scope === "string" ? new Set(scope.split(" ").filter((name) => name !== "")) : undefined;
    const lifetime = exp !== undefined && iat !== undefined ? (exp - iat) * 1000 : undefined;
    return { expiresAt: exp === undefined ? undefined : exp * 1000, lifetime, scopes };
  } catch {
    return undefined;
  }
}

/** Why a token will not do for an update. */
export type PreflightFailure = "expired" | "lacks-update-scope";

/**
 * Looks for what a token says against an update: without the scope, or too old.
 * The scope is certain and comes first. The age is only as right as this
 * machine's clock, so whether it counts is for the service to say.
 * @param now milliseconds since the epoch; undefined where its age is not to be judged by this machine's clock.
 */
export function findPreflightFailure(token: string, now: number | undefined): PreflightFailure | undefined {
  const claims = readClaims(token);
  if (claims?.scopes && !claims.scopes.has(UPDATE_SCOPE)) return "lacks-update-scope";
  return now !== undefined && claims?.expiresAt !== undefined && claims.expiresAt <= now ? "expired" : undefined;
}
