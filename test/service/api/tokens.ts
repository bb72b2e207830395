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
}

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
    return new SignJWT({ scope: (options.scopes ?? SCOPES).join(" ") })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(ISSUER)
      .setSubject("flows@clients")
      .setAudience(options.audience ?? "/api/v2/")
      .setIssuedAt(lifetime < 0 ? issuedAt + lifetime : issuedAt)
      .setExpirationTime(issuedAt + lifetime)
      .setJti(randomBytes(12).toString("hex"))
      .sign(this.#key);
  }

  /** Checks signature and expiry ("Errors", 401). @returns what the token allows, or why it's refused, in the service's own words */
  async verify(token: string): Promise<{ readonly scopes: ReadonlySet<string> } | { readonly refused: string }> {
    const options = { algorithms: ["HS256"], issuer: ISSUER, currentDate: new Date(this.now()) };
    try {
      const { payload } = await jwtVerify(token, this.#key, options);
      return { scopes: new Set(typeof payload["scope"] === "string" ? payload["scope"].split(" ") : []) };
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        return { refused: "Expired token received for JSON Web Token validation" };
      const forged = error instanceof errors.JWSSignatureVerificationFailed;
      return { refused: forged ? "Invalid signature received for JSON Web Token validation" : "Invalid token" };
    }
  }
}
