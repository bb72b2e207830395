import { createPublicKey, randomBytes, randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { BASE_PATH, type RecordedRequest, type Reply } from "./messages.js";

/** The scopes of this resource family ("Authentication"). */
export const SCOPES: readonly string[] = ["create", "read", "update", "delete"].map(
  (verb) => `${verb}:flows_vault_connections`,
);

/** What an access token is to be like. */
export interface TokenOptions {
  /** All four scopes of the resource family if not given. */
  readonly scopes?: readonly string[] | undefined;
  /** 86,400 if not given; a negative number makes a token that has expired. */
  readonly expiresInSeconds?: number | undefined;
}

/** Signs and checks the service's access tokens: JSON Web Tokens with HS256. */
export class Tokens {
  #key = randomBytes(32);

  /** Makes every token issued so far invalid: their signature no longer fits. */
  revokeAll(): void {
    this.#key = randomBytes(32);
  }

  issue({ scopes = SCOPES, expiresInSeconds = 86_400 }: TokenOptions = {}): Promise<string> {
    return new SignJWT({ scope: scopes.join(" ") })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + expiresInSeconds)
      .setJti(randomUUID())
      .sign(this.#key);
  }

  /** Checks signature and expiry ("Errors", 401). @returns what the token allows, or why it's refused, in the service's own words */
  async verify(token: string): Promise<{ readonly scopes: readonly string[] } | { readonly refused: string }> {
    try {
      const { payload } = await jwtVerify<{ scope: string }>(token, this.#key);
      return { scopes: payload.scope.split(" ") };
    } catch (error) {
      const reason = error instanceof errors.JWTExpired ? "Expired token" : "Invalid signature";
      return { refused: `${reason} received for JSON Web Token validation` };
    }
  }
}

/** The one client the service knows, and what it is given. All but its credentials may be changed while the service runs. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** The key its assertions are checked with, as PEM text; undefined where it has none. */
  publicKey?: string;
  /** The audience its assertions have to name; by default the token endpoint's own address (RFC 7523, section 3). */
  assertionAudience?: string;
  /** How long its tokens live. */
  tokenLifetimeSeconds: number;
  /** The scopes it may have. */
  scopes: readonly string[];
}

/** What the token endpoint works on. */
export interface TokenEndpointParts {
  readonly client: Client;
  readonly tokens: Tokens;
  /** The service's own origin, known once it listens; an audience may begin with it. */
  readonly origin: () => string;
}

/**
 * Answers {auth_url}/oauth/token/ ("Authentication", 2): the client credentials
 * grant of OAuth 2.0 (RFC 6749, section 4.4), with credentials in the form or as
 * an assertion (RFC 7523), and errors as section 5.2 of RFC 6749 has them.
 */
export async function issueToken(request: RecordedRequest, parts: TokenEndpointParts): Promise<Reply> {
  const { client, tokens, origin } = parts;
  if (request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") !== true)
    return oauthError(400, "invalid_request", "The body must be form-encoded.");
  const form = new URLSearchParams(request.body.toString("utf8"));
  if (form.get("grant_type") !== "client_credentials")
    return oauthError(400, "unsupported_grant_type", "Only client_credentials is supported.");
  const assertion = form.get("client_assertion");
  const isClient = form.get("client_id") === client.id && form.get("client_secret") === client.secret;
  if (assertion === null && !isClient)
    return oauthError(401, "invalid_client", "The client id or the client secret is wrong.");
  const problem = assertion === null ? undefined : await assertionProblem(assertion, origin() + request.path, client);
  if (problem !== undefined) return oauthError(401, "invalid_client", problem);
  // "The form parameter audience is the API base path /api/v2/": the path alone, or the address that ends with it.
  if (![`${BASE_PATH}/`, `${origin()}${BASE_PATH}/`].includes(form.get("audience") ?? ""))
    return oauthError(400, "invalid_target", "The audience is not known.");
  const { scopes, tokenLifetimeSeconds: expires_in } = client;
  const access_token = await tokens.issue({ scopes, expiresInSeconds: expires_in });
  const token = { access_token, token_type: "Bearer", expires_in, scope: scopes.join(" ") };
  return { status: 200, body: JSON.stringify(token) };
}

function oauthError(status: number, error: string, description: string): Reply {
  return { status, body: JSON.stringify({ error, error_description: description }) };
}

/** Checks that the client is who it says by its signature (RFC 7523, sections 2.2 and 3). @returns what is wrong, if anything is */
async function assertionProblem(
  assertion: string,
  address: string,
  { id, publicKey, assertionAudience = address }: Client,
): Promise<string | undefined> {
  if (publicKey === undefined) return "The client has no key.";
  const expected = { issuer: id, subject: id, audience: assertionAudience };
  return jwtVerify(assertion, createPublicKey(publicKey), expected).then(
    () => undefined,
    (error: unknown) => `The client assertion is not valid: ${(error as Error).message}.`,
  );
}
