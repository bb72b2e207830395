import { randomBytes } from "node:crypto";
import { SignJWT, errors, jwtVerify } from "jose";

/** The scopes of this resource family ("Authentication"). */
export const SCOPES = [
  "create:flows_vault_connections",
  "read:flows_vault_connections",
  "update:flows_vault_connections",
  "delete:flows_vault_connections",
] as const;

/** What an access token is to be like. */
export interface TokenOptions {
  /** All four scopes of the resource family if not given. */
  readonly scopes?: readonly string[] | undefined;
  /** 86,400 if not given; a negative number makes a token that has expired. */
  readonly expiresInSeconds?: number | undefined;
  readonly audience?: string | undefined;
  /** False makes a token whose client is not global, which the service refuses with 401. */
  readonly global?: boolean | undefined;
}

/** Why a token was refused, in the words of a 401; or what it allows. */
export type Verdict = { readonly scopes: ReadonlySet<string> } | { readonly refused: string };

const ISSUER = "https://vault.service.example/";
const DEFAULT_LIFETIME_SECONDS = 86_400;

/** Signs and checks the service's access tokens: JSON Web Tokens with HS256. */
export class Tokens {
  #key = randomBytes(32);

  /** @param now the present, in milliseconds since the epoch. */
  constructor(private readonly now: () => number) {}

  /** Makes every token issued so far invalid: their signature no longer fits. */
  revokeAll(): void {
    this.#key = randomBytes(32);
  }

  async issue(options: TokenOptions = {}): Promise<string> {
    const issuedAt = Math.floor(this.now() / 1000);
    const lifetime = options.expiresInSeconds ?? DEFAULT_LIFETIME_SECONDS;
    const claims = { scope: (options.scopes ?? SCOPES).join(" "), ...(options.global === false ? { global: false } : {}) };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(ISSUER)
      .setSubject("flows@clients")
      .setAudience(options.audience ?? "/api/v2/")
      .setIssuedAt(lifetime < 0 ? issuedAt + lifetime : issuedAt)
      .setExpirationTime(issuedAt + lifetime)
      .setJti(randomBytes(12).toString("hex"))
      .sign(this.#key);
  }

  /** Checks signature and expiry ("Errors", 401). The order and the words are the service's own. */
  async verify(token: string): Promise<Verdict> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        requiredClaims: ["exp"],
        currentDate: new Date(this.now()),
      });
      if (payload["global"] === false) return { refused: "Client is not global" };
      const scope = payload["scope"];
      return { scopes: new Set(typeof scope === "string" ? scope.split(" ") : []) };
    } catch (error) {
      return { refused: reason(error) };
    }
  }
}

function reason(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "Expired token received for JSON Web Token validation";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "Invalid signature received for JSON Web Token validation";
  return "Invalid token";
}
