import { createPublicKey, randomBytes } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { BASE_PATH, type RecordedRequest, type Reply, textReply } from "./messages.js";
import type { Choices } from "./store.js";

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

/** Signs and checks the service's access tokens: JSON Web Tokens with HS256. */
export class Tokens {
  #key = randomBytes(32);

  /** @param now the present, in milliseconds since the epoch. */
  constructor(private readonly now: () => number) {}

  /** Makes every token issued so far invalid: their signature no longer fits. */
  revokeAll(): void {
    this.#key = randomBytes(32);
  }

  async issue({ scopes = SCOPES, expiresInSeconds = 86_400, audience }: TokenOptions = {}): Promise<string> {
    const issuedAt = Math.floor(this.now() / 1000);
    return new SignJWT({ scope: scopes.join(" ") })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(ISSUER)
      .setAudience(audience ?? `${BASE_PATH}/`)
      .setIssuedAt(issuedAt + Math.min(0, expiresInSeconds))
      .setExpirationTime(issuedAt + expiresInSeconds)
      .setJti(randomBytes(12).toString("hex"))
      .sign(this.#key);
  }

  /** Checks signature and expiry ("Errors", 401). @returns what the token allows, or why it's refused, in the service's own words */
  async verify(token: string): Promise<{ readonly scopes: readonly string[] } | { readonly refused: string }> {
    const options = { algorithms: ["HS256"], issuer: ISSUER, currentDate: new Date(this.now()) };
    try {
      const { payload } = await jwtVerify<{ scope: string }>(token, this.#key, options);
      return { scopes: payload.scope.split(" ") };
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        return { refused: "Expired token received for JSON Web Token validation" };
      const forged = error instanceof errors.JWSSignatureVerificationFailed;
      return { refused: forged ? "Invalid signature received for JSON Web Token validation" : "Invalid token" };
    }
  }
}

/** The one client the service knows, and what it is given. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** The key its assertions are checked with, as PEM text; undefined where it has none. Read at each request. */
  publicKey: string | undefined;
  /** How long its tokens live. Read at each request. */
  tokenLifetimeSeconds: number;
  /** The scopes it may have. Read at each request. */
  scopes: readonly string[];
}

/** What the token endpoint works on. */
export interface TokenEndpointParts {
  readonly client: Client;
  readonly tokens: Tokens;
  /** The ids of the client's assertions that were accepted. */
  readonly seen: Set<string>;
  readonly choices: Choices;
  /** The service's own origin, known once it listens; an audience may begin with it. */
  readonly origin: () => string;
  /** The present, in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Answers {auth_url}/oauth/token/ ("Authentication", 2): the client credentials
 * grant of OAuth 2.0 (RFC 6749, section 4.4), with credentials in the form or as
 * an assertion (RFC 7523), and errors as section 5.2 of RFC 6749 has them.
 */
export async function issueToken(request: RecordedRequest, parts: TokenEndpointParts): Promise<Reply> {
  const { client, tokens, origin } = parts;
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    return oauthError(400, "invalid_request", "The body must be form-encoded.");
  const form = new URLSearchParams(request.body.toString("utf8"));
  if (form.get("grant_type") !== "client_credentials")
    return oauthError(400, "unsupported_grant_type", "Only client_credentials is supported.");
  const usesAssertion = form.has("client_assertion") || form.has("client_assertion_type");
  const isClient = form.get("client_id") === client.id && form.get("client_secret") === client.secret;
  const problem = usesAssertion ? await assertionProblem(form, `${origin()}${request.path}`, parts) : undefined;
  if (problem !== undefined) return oauthError(401, "invalid_client", problem);
  if (!usesAssertion && !isClient)
    return oauthError(401, "invalid_client", "The client id or the client secret is wrong.");
  // "The form parameter audience is the API base path /api/v2/": the path alone, or the address that ends with it.
  const audience = form.get("audience") ?? "";
  if (![`${BASE_PATH}/`, `${origin()}${BASE_PATH}/`].includes(audience))
    return oauthError(400, "invalid_target", "The audience is not known.");
  const { scopes, tokenLifetimeSeconds: expires_in } = client;
  const access_token = await tokens.issue({ scopes, audience, expiresInSeconds: expires_in });
  const token = { access_token, token_type: "Bearer", expires_in, scope: scopes.join(" ") };
  return textReply(200, JSON.stringify(token));
}

function oauthError(status: number, error: string, description: string): Reply {
  return textReply(status, JSON.stringify({ error, error_description: description }));
}

/** No assertion may live longer, whatever it says of itself. */
const LONGEST_LIFE_SECONDS = 300;

/** Checks that the client is who it says by its signature (RFC 7523, sections 2.2 and 3). @returns what is wrong, if anything is */
async function assertionProblem(
  form: URLSearchParams,
  address: string,
  { client, seen, choices, now }: TokenEndpointParts,
): Promise<string | undefined> {
  if (form.get("client_assertion_type") !== "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    return "The type of the client assertion is not known.";
  if (form.has("client_secret")) return "A client signs in in one way at a time.";
  if ((form.get("client_id") ?? client.id) !== client.id) return "The client is not known.";
  if (client.publicKey === undefined) return "The client has no key.";
  try {
    const { payload } = await jwtVerify(form.get("client_assertion") ?? "", createPublicKey(client.publicKey), {
      algorithms: ["RS256", "PS256", "ES256"],
      issuer: client.id,
      subject: client.id,
      audience: choices.assertionAudience ?? address,
      currentDate: new Date(now()),
      requiredClaims: ["iss", "sub", "aud", "exp", "iat", "jti"],
      maxTokenAge: LONGEST_LIFE_SECONDS,
    });
    const { jti = "", exp = 0, iat = 0 } = payload;
    if (exp - iat > LONGEST_LIFE_SECONDS) return "The client assertion lives too long.";
    if (seen.has(jti)) return "The client assertion was sent before.";
    seen.add(jti);
    return undefined;
  } catch (error) {
    return `The client assertion is not valid: ${(error as Error).message}.`;
  }
}
