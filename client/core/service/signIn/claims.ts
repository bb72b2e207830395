import { decodeJwt } from "jose";

/** See "Authentication", 3. */
export const UPDATE_SCOPE = "update:flows_vault_connections";
/** Suggested when listing is forbidden; whether that needs a scope isn't documented. */
export const READ_SCOPE = "read:flows_vault_connections";

export interface Claims {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
  /** From issue to expiry, in milliseconds. */
  readonly lifetime: number | undefined;
  readonly scopes: ReadonlySet<string> | undefined;
}

/** The signature isn't verified: claims only tell early what the service would refuse. Undefined if not a JWT. */
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

export type PreflightFailure = "expired" | "lacks-update-scope";

/**
 * The scope is certain and comes first. The age depends on this machine's clock, so it is for the service to judge.
 * @param now milliseconds since the epoch; undefined to ignore the age.
 */
export function findPreflightFailure(token: string, now: number | undefined): PreflightFailure | undefined {
  const claims = readClaims(token);
  if (claims?.scopes && !claims.scopes.has(UPDATE_SCOPE)) return "lacks-update-scope";
  return now !== undefined && claims?.expiresAt !== undefined && claims.expiresAt <= now ? "expired" : undefined;
}
