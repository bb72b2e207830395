import { decodeJwt } from "jose";

/** See "Authentication", 3. */
export const UPDATE_SCOPE = "update:flows_vault_connections";
/** Suggested if listing is forbidden. The interface doesn't say whether that needs a scope. */
export const READ_SCOPE = "read:flows_vault_connections";

/**
 * Doesn't verify the signature: claims only predict what the service refuses.
 * @returns `expiresAt` in milliseconds since the epoch, and `lifetime` from issue on; undefined if it isn't a JWT.
 */
export function readClaims(token: string) {
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
 * Checks the scope first, because it's certain. Expiry depends on this machine's clock, so the service has to confirm
 * it.
 * @param now milliseconds since the epoch.
 */
export function findPreflightFailure(token: string, now: number): PreflightFailure | undefined {
  const claims = readClaims(token);
  if (claims?.scopes && !claims.scopes.has(UPDATE_SCOPE)) return "lacks-update-scope";
  return (claims?.expiresAt ?? Infinity) <= now ? "expired" : undefined;
}
